import type { FetchProgress } from '../../../app/ports/links/links.ts';
import { FILE_LINE, PROGRESS_LINE, SIZE_LINE } from './args.ts';

/** yt-dlp counts each of its files anew, picture and sound; this counts on. */
export class FetchMeter {
  /** Path of the finished file, as yt-dlp tells it. */
  file: string | undefined;
  /** Bytes that the fetch takes at the least, as far as is known. */
  size = 0;
  /**
   * Whether bytes are expected to come: not before it begins, and not while picture and sound are
   * joined.
   */
  fetching = false;
  #begun = false;
  #expected: number | null = null;
  #finished = 0;

  /** Takes a line of output in; returns how far the fetch has come when the line tells it. */
  read(line: string): FetchProgress | undefined {
    const [kind, ...words] = line.split(' ');
    if (kind === FILE_LINE) this.file = words.join(' ');
    if (kind === SIZE_LINE) {
      this.#begun = true;
      this.fetching = true;
      this.#expected = amount(words[0]);
    }
    // Captions come before it.
    if (kind !== PROGRESS_LINE || !this.#begun) return undefined;

    const [status, now, total, estimate, eta] = words;
    this.fetching = status === 'downloading';
    const bytes = amount(now) ?? 0;
    const all = this.#finished + bytes;
    this.size = Math.max(this.size, all, this.#finished + (amount(total) ?? 0));
    const ofThis = amount(total) ?? amount(estimate);
    if (status === 'finished') this.#finished += Math.max(bytes, amount(total) ?? 0);
    const known = ofThis === null ? null : Math.max(all - bytes + ofThis, all);
    const of = this.#expected === null ? known : Math.max(this.#expected, all);
    return { bytes: all, of, secondsLeft: amount(eta) };
  }
}

/** `NA` stands for what is not known; amounts that are estimates have a fraction. */
const amount = (word: string | undefined): number | null =>
  word !== undefined && /^\d+(?:\.\d+)?$/.test(word) ? Math.round(Number(word)) : null;
