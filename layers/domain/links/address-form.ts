import type { Platform } from '../videos/video.ts';

/** A platform whose addresses are recognised by name. */
export type NamedPlatform = Exclude<Platform, 'web' | 'upload'>;

/** One way of writing an address. */
interface AddressForm {
  /** Name of a host group; left out: `main`. */
  readonly on?: string;
  /**
   * Segments after the host. A word stands for itself in any case, `*` for any segment, `:name` for
   * one of the shape `name`; a last `**` for whatever follows, which may be nothing.
   */
  readonly path: string;
  /** Parameters that have to be there, each with the name of its shape. */
  readonly query?: Readonly<Record<string, string>>;
  /** Parameters that count where they are there. */
  readonly optional?: Readonly<Record<string, string>>;
  /**
   * The canonical address; `{name}` is what was found, with all before it since the last `[` left
   * out when nothing was.
   */
  readonly to: string;
  /** The address is a code that only the site resolves; another form may name the same video. */
  readonly code?: true;
}

/** A form that wraps another address in a parameter. */
interface Wrapper {
  readonly on?: string;
  readonly path: string;
  readonly parameter: string;
}

/** All that is known of a platform's addresses. */
export interface PlatformAddresses {
  readonly platform: NamedPlatform;
  /** Host groups, without `www.`; `*.` in front stands for one label. */
  readonly hosts: Readonly<Record<string, readonly string[]>>;
  /** What a name in a form has to look like; flagged `i`, it is told in lower case. */
  readonly shapes: Readonly<Record<string, RegExp>>;
  /** In order: the first that fits counts. */
  readonly forms: readonly AddressForm[];
  readonly wrappers?: readonly Wrapper[];
  /** Host under which the pages of its other hosts stand as well. */
  readonly home: string;
  /** Host groups whose addresses open what the canonical address may not. */
  readonly asSent?: readonly string[];
}

export interface Named {
  readonly canonical: string;
  readonly code: boolean;
}

/** The host group that a host belongs to. */
export function hostGroup(hosts: PlatformAddresses['hosts'], hostname: string): string | undefined {
  const host = hostname.replace(/^www\./, '');
  const any = host.replace(/^[^.]+/, '*');
  return Object.keys(hosts).find((group) =>
    hosts[group]?.some((known) => known === host || known === any),
  );
}

/** What an address names on a platform; undefined when it names no video by any known form. */
export function nameOf(
  { forms, shapes }: Pick<PlatformAddresses, 'forms' | 'shapes'>,
  group: string,
  url: URL,
): Named | undefined {
  const segments = segmentsOf(url.pathname);
  for (const form of forms) {
    if ((form.on ?? 'main') !== group) continue;
    const found = new Map<string, string>();
    if (!fitsPath(form.path, segments, shapes, found)) continue;
    if (!fitsQuery(form.query ?? {}, url, shapes, found)) continue;
    fitsQuery(form.optional ?? {}, url, shapes, found);
    return { canonical: filled(form.to, found), code: form.code === true };
  }
  return undefined;
}

/** The address inside a wrapper. */
export function wrapped(wrappers: readonly Wrapper[], group: string, url: URL): string | undefined {
  const segments = segmentsOf(url.pathname);
  for (const { on = 'main', path, parameter } of wrappers) {
    const inner = url.searchParams.get(parameter);
    if (on === group && inner !== null && fitsPath(path, segments, {}, new Map())) return inner;
  }
  return undefined;
}

const segmentsOf = (path: string): string[] =>
  path.split('/').flatMap((segment) => (segment === '' ? [] : [decoded(segment)]));

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function fitsPath(
  path: string,
  segments: readonly string[],
  shapes: PlatformAddresses['shapes'],
  found: Map<string, string>,
): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const open = parts.at(-1) === '**';
  const fixed = open ? parts.slice(0, -1) : parts;
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((part, at) => {
    const segment = segments[at] ?? '';
    if (part === '*') return true;
    if (!part.startsWith(':')) return part === segment.toLowerCase();
    return keep(part.slice(1), segment, shapes, found);
  });
}

function fitsQuery(
  query: Readonly<Record<string, string>>,
  url: URL,
  shapes: PlatformAddresses['shapes'],
  found: Map<string, string>,
): boolean {
  return Object.entries(query).every(([parameter, name]) => {
    const value = url.searchParams.get(parameter);
    return value !== null && keep(name, value, shapes, found);
  });
}

/**
 * A second parameter is often glued on with the wrong sign: `ID&t=3` as a segment, `ID?si=…` as a
 * value.
 */
function keep(
  name: string,
  value: string,
  shapes: PlatformAddresses['shapes'],
  found: Map<string, string>,
): boolean {
  const shape = shapes[name];
  const match = shape?.exec(value.replace(/[?&].*$/s, ''));
  if (!shape || !match) return false;
  const text = match[1] ?? match[0];
  found.set(name, shape.ignoreCase ? text.toLowerCase() : text);
  return true;
}

/** `[…{name}]` stands only where the name was found. */
const filled = (to: string, found: ReadonlyMap<string, string>): string =>
  to
    .replace(/\[([^[\]]*)\{(\w+)\}\]/g, (_, before: string, name: string) =>
      found.has(name) ? `${before}{${name}}` : '',
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => found.get(name) ?? '');
