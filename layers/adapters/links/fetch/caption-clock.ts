/** What a part of captions says of its clock (RFC 8216, section 3.5). */
export interface Anchor {
  /** Of the transport stream, 90,000 a second. */
  readonly ticks: number;
  /** Second that it is on the clock of the part's own captions. */
  readonly local: number;
}

const TICKS_PER_SECOND = 90_000;
/** A transport stream counts in 33 bits. */
const ROUND = 2 ** 33;
/** What is less than this before another tick is that much after it, a round later. */
const HALF_ROUND = ROUND / 2;

const MAP = /^X-TIMESTAMP-MAP=(.*)$/m;
const CLOCK = String.raw`(?:(\d{1,6}):)?(\d{2}):(\d{2}(?:\.\d{1,3})?)`;
const A_CLOCK = new RegExp(`^${CLOCK}`);
const CUE_TIMES = new RegExp(String.raw`^([ \t]*)(${CLOCK})([ \t]*-->[ \t]*)(${CLOCK})`, 'gm');

const secondsIn = (text: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] = A_CLOCK.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** @returns undefined where it says nothing */
export function anchorOf(part: string): Anchor | undefined {
  const map = MAP.exec(part)?.[1] ?? '';
  const ticks = /MPEGTS:(\d+)/.exec(map)?.[1];
  const local = /LOCAL:([\d:.]+)/.exec(map)?.[1];
  if (ticks === undefined || local === undefined) return undefined;
  return { ticks: Number(ticks), local: secondsIn(local) };
}

/**
 * By how many seconds captions of a part come later on the clock of the stream than on their own.
 * @param begin of the first part, which is taken to name the beginning of the stream
 */
export function secondsBetween(begin: Anchor, { ticks, local }: Anchor): number {
  const passed = ticks - begin.ticks;
  return (passed < -HALF_ROUND ? passed + ROUND : passed) / TICKS_PER_SECOND - local;
}

/**
 * Captions so many seconds later, all with their hours; those that would begin before second 0 begin
 * there.
 */
export function later(cues: string, seconds: number): string {
  const moved = (clock: string) => clockOf(Math.max(0, secondsIn(clock) + seconds));
  return cues.replace(
    CUE_TIMES,
    (_, left: string, from: string, _h, _m, _s, arrow: string, to: string) =>
      `${left}${moved(from)}${arrow}${moved(to)}`,
  );
}

function clockOf(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = (all % 60_000) / 1000;
  return `${two(all / 3_600_000)}:${two((all / 60_000) % 60)}:${rest.toFixed(3).padStart(6, '0')}`;
}
