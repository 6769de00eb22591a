import type { Speech, Stretch } from '../../app/ports/transcript/speech.ts';
import { SpeechCutter } from './cut-speech.ts';
import { type Block, listenForVoice, SILENT } from './listen-for-voice.ts';
import { SAMPLE_RATE } from './sound-frame.ts';

/** Where a voice is taken to begin, and where to have ended. */
const [BEGINS, ENDS] = [0.5, 0.35];
/** A shorter run of likely blocks inside longer sound is a slip of the measure. */
const LEAST_BLOCKS = 3;

/** Yields the speech in 16 kHz mono sound, then returns whether there is any. */
export async function* judgeSpeech(
  sound: AsyncIterable<Int16Array>,
  start: number,
): AsyncGenerator<Stretch, Speech> {
  const tally = new Tally();
  let clock = start;
  let run: { at: number; block: Block }[] = [];
  let cutter: SpeechCutter | undefined;
  let before: { at: number; block: Block } | undefined;
  const add = (to: SpeechCutter, { at, block }: { at: number; block: Block }) =>
    to.add(at, block.samples, block.loudness);

  for await (const block of listenForVoice(sound)) {
    const here = { at: clock, block };
    clock += block.samples.length / SAMPLE_RATE;
    tally.add(block);
    const voice = block.voice ?? 0;
    if (cutter) {
      yield* add(cutter, here);
      if (voice < ENDS) {
        yield* cutter.end();
        cutter = undefined;
      }
    } else if (voice >= BEGINS) {
      // The block before may hold the first syllable.
      if (run.length === 0 && before) run.push(before);
      run.push(here);
      if (run.length > LEAST_BLOCKS) {
        cutter = new SpeechCutter();
        for (const part of run) yield* add(cutter, part);
        run = [];
      }
    } else {
      run = [];
    }
    before = here;
  }
  if (!cutter && run.length > 0) {
    cutter = new SpeechCutter();
    for (const part of run) yield* add(cutter, part);
  }
  if (cutter) yield* cutter.end();
  return tally.judge();
}

/** Counts what was heard. */
class Tally {
  #blocks = 0;
  #seconds = 0;
  #heard: number[] = [];
  #likely: number[] = [];
  #run = 0;
  #longestRun = 0;

  add({ voice, samples, loudness }: Block): void {
    this.#blocks++;
    this.#seconds += samples.length / SAMPLE_RATE;
    if (voice !== undefined) this.#heard.push(voice);
    if (voice !== undefined && voice >= BEGINS) {
      // The pauses of a speaker are not spoken.
      if (loudness.some((level) => level > SILENT)) this.#likely.push(voice);
      this.#run++;
      this.#longestRun = Math.max(this.#longestRun, this.#run);
    } else this.#run = 0;
  }

  judge(): Speech {
    if (this.#blocks === 0) {
      return { is_speech: false, confidence: 1, reason: 'No sound could be decoded.' };
    }
    if (this.#heard.length === 0) {
      return { is_speech: false, confidence: 0.99, reason: 'The sound is silent.' };
    }
    if (this.#longestRun >= Math.min(LEAST_BLOCKS, this.#heard.length)) {
      const spoken = Math.min(this.#likely.length / 2, this.#seconds);
      return {
        is_speech: true,
        confidence: mean(this.#likely),
        reason: `A voice in about ${spoken.toFixed(1)} of ${this.#seconds.toFixed(1)} seconds.`,
      };
    }
    const worst = this.#heard.toSorted((a, b) => b - a).slice(0, LEAST_BLOCKS);
    return {
      is_speech: false,
      confidence: 1 - mean(worst),
      reason: 'Music or noise: no voice was found in the sound.',
    };
  }
}

const mean = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
