import { toMillisecond } from '../timestamp.ts';
import type { Shape } from './moments-in-schema.ts';
import { isObject, type Json, type Path } from './schema-shape.ts';
import { timesIn } from './times-in-text.ts';

/**
 * A member as it was told, with null where a second in it is not vouched for; undefined where
 * nothing of it stands.
 */
export function vouchedFor(
  told: Json,
  path: Path,
  shape: Shape,
  seconds: readonly number[],
): Json | undefined {
  if (Array.isArray(told)) {
    // All items of a list are of one kind.
    const place = [...path, 0];
    const items = told.map((item) => vouchedFor(item, place, shape, seconds));
    return stands(items) ? items.map((item) => item ?? null) : undefined;
  }
  if (isObject(told)) {
    if (Object.keys(told).some((name) => shape.isInvented(name, path))) return undefined;
    const members = Object.entries(told as Record<string, Json>).map(
      ([name, member]) => [name, vouchedFor(member, [...path, name], shape, seconds)] as const,
    );
    return stands(members.map(([, member]) => member))
      ? Object.fromEntries(members.map(([name, member]) => [name, member ?? null]))
      : undefined;
  }
  if (typeof told === 'string') return vouchedText(told, shape.isMoment(path), seconds);
  if (typeof told === 'number' && shape.isMoment(path)) return vouch(told, seconds);
  return told;
}

/** Whether a list or an object is kept: nothing in it was lost, or something else is left. */
const stands = (parts: readonly (Json | undefined)[]): boolean =>
  parts.every((part) => part !== undefined) || parts.some((part) => part != null);

/** The places of what was told and does not stand. */
export function lostOf(told: Json, kept: Json, path: Path): Path[] {
  if (kept === null) return told === null ? [] : [path];
  if (Array.isArray(told) && Array.isArray(kept)) {
    return told.flatMap((item, at) => lostOf(item, kept[at] ?? null, [...path, at]));
  }
  if (!isObject(told) || !isObject(kept)) return [];
  const members = new Map(Object.entries(kept as Record<string, Json>));
  return Object.entries(told as Record<string, Json>).flatMap(([name, member]) =>
    lostOf(member, members.get(name) ?? null, [...path, name]),
  );
}

/** A text is kept as it was written, unless it is a moment that was rounded. */
function vouchedText(
  told: string,
  isMoment: boolean,
  seconds: readonly number[],
): string | undefined {
  const plain = told.trim();
  if (isMoment && plain !== '' && Number.isFinite(Number(plain))) {
    const vouched = vouch(Number(plain), seconds);
    if (vouched === undefined) return undefined;
    return vouched === Number(plain) ? told : String(vouched);
  }
  const times = timesIn(told);
  if (times.every(({ seconds: time }) => seconds.includes(time))) return told;
  const [first] = times;
  const vouched = first?.text === plain ? vouch(first.seconds, seconds) : undefined;
  if (vouched === undefined) return undefined;
  return plain.includes(':') ? clockOf(vouched) : `${vouched}s`;
}

/** A second as `1:02.5`. */
function clockOf(second: number): string {
  const minutes = Math.floor(second / 60);
  const [whole = '', part] = String(toMillisecond(second - minutes * 60)).split('.');
  return `${minutes}:${whole.padStart(2, '0')}${part === undefined ? '' : `.${part}`}`;
}

/** Half of the coarsest rounding that a model is likely to have done, in seconds. */
const ROUNDED = 0.5;

/** The nearest of the seconds that vouch, when it is near enough to be the one that is meant. */
function vouch(second: number, seconds: readonly number[]): number | undefined {
  return seconds
    .filter((known) => Math.abs(known - second) <= ROUNDED)
    .sort((a, b) => Math.abs(a - second) - Math.abs(b - second))[0];
}
