import type { TextReader, WrittenLine } from '../../app/ports/sources/text-reader.ts';
import type { OnScreenText } from '../../domain/frames/on-screen-text.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Window } from '../../domain/window.ts';
import { PictureChooser } from './choose-pictures.ts';
import { SmallTape } from './small-tape.ts';
import { StrokeTape } from './stroke-tape.ts';
import type { TextSize } from './text-size.ts';
import { type TextSpan, TextSpans } from './text-spans.ts';

/** Pictures handed to the reader at once; decoding waits while it is behind. */
const MOST_PENDING = 2;
/** Lines told at most. */
const MOST_LINES = 5_000;
/** A line's box and confidence are told to this many digits. */
const DIGITS = 1e3;

/** What was read, and what is to be said of it. */
export interface Writing {
  readonly lines: readonly OnScreenText[];
  /** Those of them that were laid over a shot. */
  readonly laid: readonly OnScreenText[];
  readonly notes: readonly string[];
}

interface Watched {
  readonly reader: TextReader;
  readonly size: TextSize;
  readonly window: Window;
  /** Pictures that may be read of each second. */
  readonly perSecond: number;
  readonly signal: AbortSignal;
}

/**
 * Reads what is written in the pictures of a read. Which are read follows from what they show; when
 * a line begins and ends follows from the small pictures of all frames in between. The same
 * pictures give the same lines, however fast the reader is.
 */
export class TextWatch {
  readonly size: TextSize;
  readonly #watched: Watched;
  readonly #chooser: PictureChooser;
  readonly #tape = new SmallTape();
  readonly #strokes: StrokeTape;
  readonly #spans: TextSpans;
  readonly #pending: Promise<void>[] = [];
  readonly #read: { readonly seconds: number; readonly lines: readonly WrittenLine[] }[] = [];

  constructor(watched: Watched) {
    this.size = watched.size;
    this.#watched = watched;
    this.#chooser = new PictureChooser(watched.size, watched);
    this.#strokes = new StrokeTape(watched.size);
    this.#spans = new TextSpans({
      edge: (...asked) => this.#tape.edge(...asked),
      went: (...asked) => this.#strokes.went(...asked),
      came: (...asked) => this.#strokes.came(...asked),
      rewritten: (...asked) => this.#strokes.rewritten(...asked),
    });
  }

  /** Takes the small picture of a frame. Frames come in order. */
  frame(seconds: number, planes: Uint8Array): void {
    this.#tape.push(seconds, planes);
    this.#settle(this.#tape.known);
  }

  /** Takes a picture, which is valid until the promise resolves. Pictures come in order. */
  async see(seconds: number, planes: Uint8Array): Promise<void> {
    const { reader, size, window, signal } = this.#watched;
    const at = Math.max(window[0], seconds);
    const isWanted = this.#chooser.wants(at, planes);
    this.#strokes.push(at, this.#chooser.edges);
    if (!isWanted) return;
    const { width, height } = size;
    const reading = reader
      .read({ width, height, planes }, signal)
      .then((lines) => void this.#read.push({ seconds: at, lines }));
    reading.catch(() => {});
    this.#pending.push(reading);
    while (this.#pending.length >= MOST_PENDING) await this.#pending.shift();
  }

  async finish(): Promise<Writing> {
    await Promise.all(this.#pending);
    this.#settle(Number.POSITIVE_INFINITY);
    const found = this.#spans.finish(this.#watched.window[1], this.#strokes.last);
    return {
      lines: found.slice(0, MOST_LINES).map(told),
      laid: found.filter(({ isLaid }) => isLaid).map(told),
      notes: [
        ...unreadNotes(this.#spans.unread),
        ...(found.length > MOST_LINES
          ? [`on_screen_text tells the first ${MOST_LINES} of ${found.length} lines.`]
          : []),
      ],
    };
  }

  /** Deals with what was read before a second: the frames up to there are known. */
  #settle(known: number): void {
    for (let [first] = this.#read; first && first.seconds <= known; [first] = this.#read) {
      this.#spans.add(first.seconds, first.lines);
      this.#tape.forgetBefore(first.seconds);
      this.#strokes.forgetBefore(first.seconds);
      this.#read.shift();
    }
  }
}

const digits = (value: number): number => Math.round(value * DIGITS) / DIGITS;

const told = ({ text, until, box, confidence, start, end }: TextSpan): OnScreenText => ({
  start: toMillisecond(start),
  end: toMillisecond(end),
  text: until === undefined ? text : `${text} … ${until}`,
  region: box.map(digits) as [number, number, number, number],
  confidence: digits(confidence),
});

function unreadNotes(seconds: readonly number[]): string[] {
  const [first] = seconds;
  if (first === undefined) return [];
  const times = seconds.slice(0, 10).map((at) => `${toMillisecond(at)} s`);
  const more = seconds.length > times.length ? ' and later' : '';
  return [
    `Writing that is not in Latin letters, or is too unclear to read, was seen at ${times.join(', ')}${more}.`,
  ];
}
