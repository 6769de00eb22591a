import { holdsToHandOver } from '../../../layers/app/jobs/hold-elsewhere.ts';
import { keepJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { ReadQueue } from '../../../layers/app/ports/jobs/read-queue.ts';
import { heardKey, type LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import type {
  RecogniserSlots,
  WindowRecogniser,
} from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { DirectStore } from '../../../layers/app/ports/uploads/direct-store.ts';
import { SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';
import { signedMedia } from '../../compose/durable/signed-media.ts';
import type { HearingWork, Try } from './hearing-work.ts';
import { type HoldingDeps, heldFor, hold } from './holding.ts';
import { heardOf, isFull, keptSpeech } from './kept-words.ts';
import { givenUpKey, own, soundFolder, tryOf, wantedKey, windowFolder } from './places.ts';
import { splitSpeech } from './split-speech.ts';

interface Deps extends HoldingDeps {
  readonly artifacts: Pick<
    ArtifactStore,
    'get' | 'read' | 'put' | 'list' | 'signedUrl' | 'deletePrefix'
  >;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly slots: RecogniserSlots;
  readonly recogniser: WindowRecogniser;
  /** Seconds of speech that are recognised together. */
  readonly windowSeconds: number;
}

/** In less speech than this, nobody says more than one transcript holds. */
const FILLED_SECONDS = 3600;

/** The steps of a long transcript, on the store, the job's row, its slots and the recogniser. */
export function hearingSteps(deps: Deps): HearingWork {
  const { artifacts, runs, queue, slots, recogniser, now } = deps;
  const signed = signedMedia(deps);
  const ask = (hearing: LongHearing, tried: Try) =>
    slots.ask(hearing.run.orgId, hearing.run.jobId, tryOf(hearing, tried).name);
  const leave = (hearing: LongHearing, tried: Try) =>
    slots.leave(hearing.run.orgId, tryOf(hearing, tried).name);
  const clear = (hearing: LongHearing): Promise<void> =>
    artifacts.deletePrefix(hearing.pictures === undefined ? own(hearing) : `${hearing.place}/`);
  /** Whether nobody gets the words of a window: one was given up, or those before it fill a transcript. */
  const isUnwanted = async (hearing: LongHearing, { window }: Try): Promise<boolean> => {
    if (await artifacts.get(givenUpKey(hearing))) return true;
    const before = window - 1;
    return before * deps.windowSeconds >= FILLED_SECONDS && isFull(artifacts, hearing, before);
  };

  return {
    async order(hearing, attempt) {
      await artifacts.put(wantedKey(hearing), new Uint8Array(1), 'text/plain');
      // Cancelled before, it would not be taken away any more.
      if (!(await hold(deps, hearing, 0))) return null;
      const { media, probe, window } = hearing;
      return {
        kind: 'hear',
        probe,
        window,
        source: await signed.source(media),
        wantedUrl: await signed.get(wantedKey(hearing)),
        puts: await signed.puts(soundFolder(hearing, attempt), SPEECH_FILES),
      };
    },
    async split(hearing, attempt) {
      const { speech, stretches } = await keptSpeech(artifacts, hearing, attempt);
      if (!speech.is_speech || stretches.length === 0) return 0;
      const refused = recogniser.refusalOf(hearing.language);
      if (refused) return { refused };
      const [file] = SPEECH_FILES;
      const sound = await artifacts.read(`${soundFolder(hearing, attempt)}/${file}`);
      if (!sound) throw new Error(`the sound of ${own(hearing)} is gone`);
      return splitSpeech(artifacts, sound, {
        stretches,
        seconds: deps.windowSeconds,
        folderOf: (window) => windowFolder(hearing, window),
      });
    },
    async turn(hearing, tried, windows) {
      if (!(await hold(deps, hearing, windows))) return 'ended';
      if (await isUnwanted(hearing, tried)) return 'unwanted';
      return (await ask(hearing, tried)) ? 'granted' : 'wait';
    },
    begin: (hearing, tried, callbackId) => recogniser.begin(tryOf(hearing, tried), callbackId),
    async look(hearing, tried, windows) {
      const state = await recogniser.take(tryOf(hearing, tried));
      if (state === 'heard') await leave(hearing, tried);
      if (!(await hold(deps, hearing, windows))) return 'ended';
      if (state === 'runs') await ask(hearing, tried);
      return state;
    },
    async stop(hearing, tried) {
      const isGone = await recogniser.stop(tryOf(hearing, tried));
      if (isGone) await leave(hearing, tried);
      return isGone;
    },
    giveUp: (hearing) => artifacts.put(givenUpKey(hearing), new Uint8Array(1), 'text/plain'),
    async handBack(hearing, end) {
      const { run, place, pictures } = hearing;
      const isHeld =
        pictures === undefined
          ? await holdsToHandOver(runs, run, now())
          : (await heldFor(deps, hearing)) !== 'ended';
      // Done already, and only not noted before a crash: the next run tells it.
      const isKept = (await artifacts.get(heardKey(place))) !== undefined;
      if (isHeld && !isKept) {
        const outcome = 'refused' in end ? end : await heardOf(artifacts, hearing, end);
        await keepJson(artifacts, heardKey(place), outcome);
      }
      await artifacts.deletePrefix(own(hearing));
      const holder = isHeld ? await heldFor(deps, hearing) : 'ended';
      if (holder === 'ended') return clear(hearing);
      // Whoever draws looks for the words when the pictures are kept.
      if (holder === 'drawing') return;
      // Whoever is sent the job may begin at once.
      await runs.extend(holder, now());
      await queue.send(holder);
    },
    clear,
  };
}
