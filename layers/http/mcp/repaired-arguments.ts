import type { z } from 'zod';
import { nearest } from '../../domain/nearest.ts';
import type { Tool } from './tool.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that change how an answer looks, and neither what is read or asked nor its price. */
const LOOKS: ReadonlySet<string> = new Set([
  ...(['sheets', 'sheet_width', 'overlap', 'transcribe', 'words', 'qa', 'signals'] as const),
  // Of the HTTP calls, which tools answer in a way of their own.
  ...(['sync', 'return', 'format'] as const),
]);

/** Names under which answers give what an argument takes under another. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  batch_id: 'job_id',
  video_id: 'upload_id',
  // Where it holds a link.
  upload_id: 'url',
};

/**
 * Some clients fill in every argument there is. A blank one of these says as little as none; a
 * question that is blank was to be asked.
 */
const BLANK_IS_NONE: ReadonlySet<string> = new Set(['url', 'upload_id', 'language']);

/**
 * The same arguments with what is misspelt put right; undefined where that is not enough. Nothing
 * is left out without which the call would read, ask, cost or erase something else: no start, no
 * window, no question, no name of a field that is not known here.
 */
export function repaired({ input, annotations }: Tool, args: Arguments): Arguments | undefined {
  const { error } = input.safeParse(args);
  if (!error) return undefined;
  const shape = 'shape' in input ? (input.shape as Readonly<Record<string, z.ZodType>>) : {};
  const known = Object.keys(shape);
  const right: Record<string, unknown> = { ...args };
  const leaveOut = (name: string): boolean => {
    const isNothing = args[name] === null || (args[name] === '' && BLANK_IS_NONE.has(name));
    const mayGo = annotations.readOnlyHint || LOOKS.has(name) || isNothing;
    if (mayGo) delete right[name];
    return mayGo;
  };
  const rename = (key: string): boolean => {
    const names = [OTHER_NAMES[key] ?? '', nearest(key, known) ?? ''];
    const meant = names.find((name) => known.includes(name) && !(name in args));
    if (meant === undefined) return leaveOut(key);
    right[meant] = args[key];
    delete right[key];
    return true;
  };
  const unquote = (field: string): boolean => {
    const isLink = typeof args[field] === 'string' && /^\s*https?:/i.test(args[field]);
    if (field === 'upload_id' && isLink) return rename(field);
    const written = readingsOf(args[field]).find((value) => shape[field]?.safeParse(value).success);
    if (written === undefined) return leaveOut(field);
    right[field] = written;
    return true;
  };
  const isMended = error.issues.every(({ path, ...issue }) =>
    path.length === 0 && issue.code === 'unrecognized_keys'
      ? issue.keys.every(rename)
      : unquote(String(path[0])),
  );
  return isMended && input.safeParse(right).success && namesItsVideo(known, right)
    ? right
    : undefined;
}

/** What a value may have been meant as: what stands in a string, or a word in small letters. */
const readingsOf = (value: unknown): unknown[] => {
  const written = unquoted(value);
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return [...(written === undefined ? [] : [written]), ...(word === '' ? [] : [word])];
};

/** What stands in a string as JSON: a number or a boolean, and of some clients lists and objects. */
export function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const SOURCES = ['url', 'upload_id'];

/** False of a call about a video whose arguments name none, or two; a session stands for its own. */
function namesItsVideo(known: readonly string[], args: Arguments): boolean {
  if (!SOURCES.some((name) => known.includes(name))) return true;
  const sources = SOURCES.filter((name) => name in args);
  return sources.length === 1 || (sources.length === 0 && 'session_id' in args);
}
