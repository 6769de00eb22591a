import { z } from 'zod';
import { holdsElsewhere } from '../../../layers/app/jobs/hold-elsewhere.ts';
import { keepJson, keptJson } from '../../../layers/app/kept-json.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { Clock } from '../../../layers/app/ports/clock.ts';
import type { JobIntake, JobRuns, Run } from '../../../layers/app/ports/jobs/jobs.ts';
import type { ReadQueue } from '../../../layers/app/ports/jobs/read-queue.ts';
import {
  type HeardOutcome,
  heardKey,
  type LongHearing,
} from '../../../layers/app/ports/transcript/long-hearing.ts';
import {
  type RecogniserSlots,
  type WindowRecogniser,
  type WindowTry,
  wordsKey,
} from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { DirectStore } from '../../../layers/app/ports/uploads/direct-store.ts';
import { KeptSpeech } from '../../../layers/domain/transcript/kept-speech.ts';
import { RecognisedStretch } from '../../../layers/domain/transcript/recognised.ts';
import { TranscriptSize } from '../../../layers/domain/transcript/transcript-limits.ts';
import { SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';
import { signedMedia } from '../../compose/signed-media.ts';
import type { HeardAll, HearingWork, Try } from './carry-transcript.ts';
import { splitSpeech } from './split-speech.ts';

interface Deps {
  readonly artifacts: Pick<
    ArtifactStore,
    'get' | 'read' | 'put' | 'list' | 'signedUrl' | 'deletePrefix'
  >;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
  readonly jobs: Pick<JobIntake, 'find'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly slots: RecogniserSlots;
  readonly recogniser: WindowRecogniser;
  readonly now: Clock;
  /** Seconds of speech that are recognised together. */
  readonly windowSeconds: number;
}

/** Longest that keeping the outcome takes. */
const HANDING_MS = 60_000;
/** In less speech than this, nobody says more than one transcript holds. */
const FILLED_SECONDS = 3600;

/** What a run's windows lie under: another run of the job may have begun anew. */
const own = ({ run, place }: LongHearing): string => `${place}/${run.run}/`;
const soundFolder = (hearing: LongHearing, attempt: number): string =>
  `${own(hearing)}sound-${attempt}`;
const windowFolder = (hearing: LongHearing, window: number): string =>
  `${own(hearing)}window-${window}/`;
/** Is there as long as the words are wanted: the decoder looks for it. */
const wantedKey = (hearing: LongHearing): string => `${own(hearing)}wanted`;
const givenUpKey = (hearing: LongHearing): string => `${own(hearing)}given-up`;

const tryOf = (hearing: LongHearing, { window, attempt }: Try): WindowTry => ({
  orgId: hearing.run.orgId,
  name: `${hearing.run.run}-${window}-${attempt}`,
  folder: windowFolder(hearing, window),
  language: hearing.language,
});

/** The steps of a long transcript, on the store, the job's row, its slots and the recogniser. */
export function hearingSteps(deps: Deps): HearingWork {
  const { artifacts, jobs, runs, queue, slots, recogniser, now } = deps;
  const signed = signedMedia(deps);
  const json = <T>(key: string, shape: z.ZodType<T>) => keptJson(artifacts, key, shape);
  const keptSpeech = async (hearing: LongHearing, attempt: number): Promise<KeptSpeech> => {
    const [, record] = SPEECH_FILES;
    const folder = soundFolder(hearing, attempt);
    const kept = await json(`${folder}/${record}`, KeptSpeech);
    if (!kept) throw new Error(`what was said in ${folder} is gone`);
    return kept;
  };
  const wordsOf = (hearing: LongHearing, window: number) =>
    json(wordsKey({ folder: windowFolder(hearing, window) }), z.array(RecognisedStretch));

  /**
   * The run for which the job is held: the one that began to listen or, beside pictures, the one that
   * kept them. `drawing` while others hold it.
   */
  const heldFor = async (hearing: LongHearing): Promise<Run | 'drawing' | 'ended'> => {
    const { run, pictures } = hearing;
    if (pictures === undefined) return run;
    const job = await jobs.find(run.orgId, run.jobId);
    if (job?.status !== 'running' || job.run === null) return 'ended';
    const isDrawn = (await artifacts.list(pictures)).length > 0;
    return isDrawn ? { ...run, run: job.run } : 'drawing';
  };
  /** Keeps hold of the job; false when it has ended. */
  const hold = async (hearing: LongHearing, windows: number): Promise<boolean> => {
    const run = await heldFor(hearing);
    if (typeof run === 'string') return run === 'drawing';
    const keys = windows === 0 ? [] : await artifacts.list(own(hearing));
    const done = keys.filter((key) => key.endsWith(wordsKey({ folder: '/' }))).length;
    const progress = { stage: 'listening', done, of: Math.max(1, windows) } as const;
    if (await holdsElsewhere(runs, run, now(), progress)) return true;
    // Beside pictures another run may have begun just now.
    return hearing.pictures !== undefined && (await heldFor(hearing)) !== 'ended';
  };
  /** Whether what was heard before a window is more than one transcript holds. */
  const isFull = async (hearing: LongHearing, window: number): Promise<boolean> => {
    if ((window - 1) * deps.windowSeconds < FILLED_SECONDS) return false;
    const size = new TranscriptSize();
    for (let before = 1; before < window; before += 1) {
      for (const { segments } of (await wordsOf(hearing, before)) ?? []) {
        for (const segment of segments) size.add(segment);
      }
    }
    return size.isOver;
  };
  const ask = (hearing: LongHearing, tried: Try) =>
    slots.ask(hearing.run.orgId, hearing.run.jobId, tryOf(hearing, tried).name);
  const leave = (hearing: LongHearing, tried: Try) =>
    slots.leave(hearing.run.orgId, tryOf(hearing, tried).name);
  const clear = (hearing: LongHearing): Promise<void> =>
    artifacts.deletePrefix(hearing.pictures === undefined ? own(hearing) : `${hearing.place}/`);
  const heardOf = async (
    hearing: LongHearing,
    { attempt, windows }: HeardAll,
  ): Promise<HeardOutcome> => {
    const { speech, damage } = await keptSpeech(hearing, attempt);
    const heard: RecognisedStretch[] = [];
    for (let window = 1; window <= windows; window += 1) {
      heard.push(...((await wordsOf(hearing, window)) ?? []));
    }
    return { speech, damage, heard, notes: [...hearing.notes] };
  };

  return {
    async order(hearing, attempt) {
      await artifacts.put(wantedKey(hearing), new Uint8Array(1), 'text/plain');
      // Cancelled before, it would not be taken away any more.
      if (!(await hold(hearing, 0))) return null;
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
      const { speech, stretches } = await keptSpeech(hearing, attempt);
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
      if (!(await hold(hearing, windows))) return 'ended';
      if (await artifacts.get(givenUpKey(hearing))) return 'unwanted';
      if (await isFull(hearing, tried.window)) return 'unwanted';
      return (await ask(hearing, tried)) ? 'granted' : 'wait';
    },
    begin: (hearing, tried, callbackId) => recogniser.begin(tryOf(hearing, tried), callbackId),
    async look(hearing, tried, windows) {
      const state = await recogniser.take(tryOf(hearing, tried));
      if (state === 'heard') await leave(hearing, tried);
      if (!(await hold(hearing, windows))) return 'ended';
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
          ? await runs.extend(run, new Date(now().getTime() + HANDING_MS))
          : (await heldFor(hearing)) !== 'ended';
      // Done already, and only not noted before a crash: the next run tells it.
      const isKept = (await artifacts.get(heardKey(place))) !== undefined;
      if (isHeld && !isKept) {
        const outcome = 'refused' in end ? end : await heardOf(hearing, end);
        await keepJson(artifacts, heardKey(place), outcome);
      }
      await artifacts.deletePrefix(own(hearing));
      const holder = isHeld ? await heldFor(hearing) : 'ended';
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
