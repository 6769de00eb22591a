import { clockSeconds, toMillisecond } from '../../timestamp.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { Window } from '../../window.ts';
import type { Facts } from './facts.ts';
import { shown } from './intent.ts';

/** What lies so near to a second that a question names is meant by it. */
const AROUND_SECONDS = 1;
/** Words for little time, and how much is meant. */
export const NEAR = '(?:right|just|immediately|shortly|directly|straight)';
export const NEAR_SECONDS = 5;
const CLOCK = String.raw`(\d{1,4}(?::\d{2}){1,2}(?:\.\d+)?)`;
/** A time: its number, and the unit of that. */
export const TIME = String.raw`(\d{1,4}(?::\d{2}){1,2}(?:\.\d+)?|\d+(?:\.\d+)?)\s*(s|secs?|seconds?|m|mins?|minutes?)?\b`;
const WITHIN = '(?:in|during|within|of|for|over)';
/** How stretches are named, and what of a window each means. */
const FORMS: readonly (readonly [RegExp, (named: Window, window: Window) => Window])[] = [
  [
    new RegExp(
      String.raw`\b(?:between|from)\s+${TIME}\s*(?:and|to|through|until|till|-|–)\s*${TIME}`,
      'i',
    ),
    ([from, to]) => [Math.min(from, to), Math.max(from, to)],
  ],
  [
    new RegExp(
      String.raw`\b(?:in|during|within|at)\s+${TIME}\s*(?:to|through|until|till|-|–)\s*${TIME}`,
      'i',
    ),
    ([from, to]) => [Math.min(from, to), Math.max(from, to)],
  ],
  [
    new RegExp(
      String.raw`(?<![\d:])${CLOCK}()\s*(?:to|through|until|till|-|–|—)\s*${CLOCK}()`,
      'i',
    ),
    ([from, to]) => [Math.min(from, to), Math.max(from, to)],
  ],
  [
    new RegExp(String.raw`\b(?:${WITHIN} )?the (?:first|opening)\s+${TIME}`, 'i'),
    ([first], [start]) => [start, start + first],
  ],
  [
    new RegExp(String.raw`\b(?:${WITHIN} )?the (?:last|final|closing)\s+${TIME}`, 'i'),
    ([last], [, end]) => [end - last, end],
  ],
  [
    new RegExp(String.raw`\bwithin\s+${TIME}\s+(?:of|from|around)\s+${TIME}`, 'i'),
    ([within, at]) => [at - within, at + within],
  ],
  [
    new RegExp(String.raw`\b${NEAR}\s+after\s+${TIME}`, 'i'),
    ([after]) => [after, after + NEAR_SECONDS],
  ],
  [
    new RegExp(String.raw`\b${NEAR}\s+before\s+${TIME}`, 'i'),
    ([before]) => [before - NEAR_SECONDS, before],
  ],
  [new RegExp(String.raw`\b(?:after|since)\s+${TIME}`, 'i'), ([after], [, end]) => [after, end]],
  [
    new RegExp(String.raw`\b(?:before|until)\s+${TIME}`, 'i'),
    ([before], [start]) => [start, before],
  ],
  [
    new RegExp(String.raw`\b(?:at|around|near)\s+${TIME}`, 'i'),
    ([at]) => [at - AROUND_SECONDS, at + AROUND_SECONDS],
  ],
];

/** Either end of what was read, as questions name it, and so much of it at most. */
const AN_END =
  /\b(?:at|in|near) the (?:very )?(?<end>beginning|start|opening|end)\b(?: of (?:the|this) (?:whole |entire )?(?:video|clip|film|recording)|(?! of\b))/i;
const END_SECONDS = 10;
const END_SHARE = 1 / 3;

/** "the first half", "the last third" of what was read. */
const A_SHARE =
  /\b(?:in|during|within|of) the (?<which>first|second|last|final|middle) (?<share>half|third|quarter)\b(?: of (?:the|this) (?:whole |entire )?(?:video|clip|film|recording)|(?! of\b))/i;
const SHARES: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4 };

const OF_VIDEO = String.raw`(?:(?: of| through| into| in) (?:the|this) (?:whole |entire )?(?:video|clip|film|recording)\b|(?! of\b))`;
const PERCENT = String.raw`(?<percent>\d{1,3}) ?(?:%|percent\b)`;
/** "halfway through", "before the midpoint", "at the 30% mark" of what was read. */
const AT_A_SHARE = new RegExp(
  String.raw`\b(?:(?<where>at|after|before|until|since|from|in)\s+)?(?:the\s+)?` +
    String.raw`(?:(?:half|mid)way(?: (?:through|in|into|point|mark))?|midpoint|(?<=\bin the )middle|(?<=\b(?:at|after|before|until|since|from)\s+(?:the\s+)?)${PERCENT}(?: (?:mark|point))?)` +
    OF_VIDEO,
  'i',
);
/** "in the last 10%" */
const SO_MUCH = new RegExp(
  String.raw`\b(?:in|during|within|of) the (?<which>first|opening|last|final) ${PERCENT}${OF_VIDEO}`,
  'i',
);

function shareNamed(question: string, [start, end]: Window): NamedStretch | undefined {
  const found = SO_MUCH.exec(question) ?? AT_A_SHARE.exec(question);
  const { 0: words, groups: { percent = '50', which, where = 'at' } = {} } = found ?? {};
  if (words === undefined || Number(percent) > 100) return undefined;
  const isLast = which !== undefined && /last|final/i.test(which);
  const share = Number(percent) / 100;
  const at = toMillisecond(start + (isLast ? 1 - share : share) * (end - start));
  const isAfter = isLast || /^(?:after|since|from)$/i.test(where);
  const isBefore = which !== undefined || /^(?:before|until)$/i.test(where);
  const near: Window = [Math.max(start, at - AROUND_SECONDS), Math.min(end, at + AROUND_SECONDS)];
  const stretch: Window = isAfter ? [at, end] : isBefore ? [start, at] : near;
  const rest = question.replace(words, ' ');
  return { stretch: stretch[0] < stretch[1] ? stretch : null, words, rest };
}

/** Such a part of what was read. */
function namedShare(question: string, [start, end]: Window): NamedStretch | undefined {
  const { 0: words = '', groups = {} } = A_SHARE.exec(question) ?? {};
  const parts = SHARES[groups['share']?.toLowerCase() ?? ''];
  if (parts === undefined) return undefined;
  const places = new Map([
    ['first', 0],
    ['second', 1],
    ['middle', parts === 3 ? 1 : undefined],
  ]);
  const which = groups['which']?.toLowerCase() ?? '';
  const first = places.has(which) ? places.get(which) : parts - 1;
  if (first === undefined) return undefined;
  const at = (part: number) => toMillisecond(start + (part / parts) * (end - start));
  return { stretch: [at(first), at(first + 1)], words, rest: question.replace(words, ' ') };
}

/** Seconds of a number with its unit, or of a clock; undefined of a number that may count something else. */
export function secondsOf(number = '', unit: string | undefined): number | undefined {
  if (number.includes(':')) return clockSeconds(number);
  if (unit === undefined) return undefined;
  return Number(number) * (/^m/i.test(unit) ? 60 : 1);
}

export interface NamedStretch {
  /** Inside the window that was read, in seconds; null where nothing of it was read. */
  readonly stretch: Window | null;
  /** The words that name it. */
  readonly words: string;
  /** The question without them. */
  readonly rest: string;
  /** The second that is meant, where it is what lies around one. */
  readonly moment?: number;
  /** The seconds of the two things that it lies between. */
  readonly between?: Window;
}

/** The stretch of time that a question names: "between 4 and 6 seconds", "after 1:02". */
export function namedStretch(question: string, [start, end]: Window): NamedStretch | undefined {
  for (const [pattern, stretchOf] of FORMS) {
    const found = pattern.exec(question);
    if (!found) continue;
    const [words, number, unit, other, otherUnit] = found;
    // "4 and 6 seconds": the unit of the second stands for both.
    const first = secondsOf(number, unit ?? otherUnit);
    const second = other === undefined ? first : secondsOf(other, otherUnit);
    if (first === undefined || second === undefined) continue;
    const [from, to] = stretchOf([first, second], [start, end]);
    const stretch: Window = [Math.max(start, from), Math.min(end, to)];
    const rest = question.replace(words, ' ');
    const named = { stretch: stretch[0] < stretch[1] ? stretch : null, words, rest };
    return other === undefined && /^at\b/i.test(words) ? { ...named, moment: first } : named;
  }
  const share = namedShare(question, [start, end]) ?? shareNamed(question, [start, end]);
  if (share) return share;
  const [words, which] = AN_END.exec(question) ?? [];
  if (words === undefined) return undefined;
  const part = Math.min(END_SECONDS, (end - start) * END_SHARE);
  const stretch: Window =
    which?.toLowerCase() === 'end' ? [end - part, end] : [start, start + part];
  const named = { stretch, words, rest: question.replace(words, ' ') };
  const isAt = /^at\b/i.test(words);
  return isAt ? { ...named, moment: which?.toLowerCase() === 'end' ? end : start } : named;
}

/** What is known of a part of a stretch. */
export function factsWithin(facts: Facts, [from, to]: Window): Facts {
  const within = <T extends { readonly start: number; readonly end: number | null }>(
    spans: readonly T[],
  ) => spans.filter(({ start, end }) => start < to && (end ?? to) > from);
  const isAt = (second: number) => second >= from && second < to;
  const { technical, signal, transcript, writing, tiles } = facts;
  const cuts = technical?.skipped === false ? technical.scene_cuts.filter(isAt) : [];
  return {
    ...facts,
    window: [from, to],
    frames: null,
    technical: technical && {
      ...technical,
      scene_cuts: cuts,
      pacing: {
        cuts: cuts.length,
        segments: cuts.length + 1,
        cuts_per_minute: null,
        median_segment_seconds: null,
        shortest_segment_seconds: null,
        longest_segment_seconds: null,
      },
      freezes: within(technical.freezes),
      blacks: within(technical.blacks),
      silence_gaps: within(technical.silence_gaps),
    },
    signal: signal && {
      ...signal,
      inserts: signal.inserts.filter(({ at }) => isAt(at)),
      flashes: within(signal.flashes),
      dissolves: within(signal.dissolves),
      ...(signal.overlays && { overlays: within(signal.overlays) }),
      ...(signal.camera_moves && { camera_moves: within(signal.camera_moves) }),
      ...(signal.wipes && { wipes: within(signal.wipes) }),
      ...(signal.whip_blurs && { whip_blurs: within(signal.whip_blurs) }),
      ...(signal.fades && { fades: within(signal.fades) }),
    },
    transcript: transcript && transcriptWithin(transcript, within(transcript.segments), [from, to]),
    writing: writing && within(writing),
    tiles: tiles.filter(isAt),
  };
}

/** Of a stretch in which no line is said, that is what is known. */
function transcriptWithin(
  transcript: Transcript,
  segments: Transcript['segments'],
  [from, to]: Window,
): Transcript {
  if (segments.length > 0 || !transcript.speech.is_speech) return { ...transcript, segments };
  const reason = `Nothing is said between ${shown(from)} and ${shown(to)}.`;
  return { ...transcript, segments, speech: { ...transcript.speech, is_speech: false, reason } };
}
