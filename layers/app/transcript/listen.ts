import { DomainError } from '../../domain/errors.ts';
import { NO_DAMAGE, soundNotes } from '../../domain/sources/damage.ts';
import { cutToWindow, shift, textOf, uncertain } from '../../domain/transcript/segments.ts';
import type { Segment, Transcript } from '../../domain/transcript/transcript.ts';
import {
  type Limited,
  limited,
  TRANSCRIPT_LIMITS,
  TranscriptSize,
} from '../../domain/transcript/transcript-limits.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { MediaSource } from '../ports/sources/media-source.ts';
import type { CaptionReader, Captions } from '../ports/transcript/captions.ts';
import type {
  Judged,
  Recognised,
  Speech,
  SpeechFinder,
  Spoken,
  Stretch,
  Transcriber,
} from '../ports/transcript/speech.ts';
import { readWhole } from '../sources/read-whole.ts';
import type { SidecarCaptions } from './sidecar-captions.ts';

interface Listening {
  readonly video: KnownVideo;
  readonly source: MediaSource;
  readonly window: Window;
  /** `auto`, or a code in lower case. */
  readonly language: string;
  /** The sound of the window, where somebody decodes it anyway; else it is read from the source. */
  readonly sound?: AsyncIterable<Int16Array>;
}

export interface Listened {
  readonly transcript: Transcript;
  readonly notes: readonly string[];
  /** Stretches of the window whose sound was lost to damage, in seconds. */
  readonly silent: readonly Window[];
  /** Where the transcript ends when it does not hold all of the window, in seconds. */
  readonly endsAt: number | null;
}

/**
 * Finds out what is said in a window.
 * @throws DomainError processing_failed when somebody speaks and no recogniser is set up or works,
 * invalid_request for a language that it does not know, and what `readWhole` throws
 */
export type Listen = (listening: Listening, signal: AbortSignal) => Promise<Listened>;

interface Deps {
  readonly sidecar: SidecarCaptions;
  readonly captions: CaptionReader;
  readonly speech: SpeechFinder;
  readonly transcriber: Transcriber | undefined;
}

/**
 * Listens as the uploader wrote it, wherever there are captions; else to the stretches in which
 * somebody speaks.
 */
export const makeListen =
  (deps: Deps): Listen =>
  async (listening, signal) => {
    const { video, source, window, language } = listening;
    const beside = await deps.sidecar(video, { language, window });
    if (beside) return asWritten(beside, window);
    return readWhole(source, window, signal, (input, reading) =>
      listen(deps, listening, input, reading),
    );
  };

async function listen(
  { captions, speech, transcriber }: Omit<Deps, 'sidecar'>,
  { video, window, language, sound }: Listening,
  input: string,
  signal: AbortSignal,
): Promise<Listened> {
  const written = await captions.captions(input, video.probe, { language, window }, signal);
  if (written && 'segments' in written) return asWritten(written, window);

  const stretches = sound
    ? judgedAlready(speech.judge(sound, window))
    : speech.find(input, video.probe, window, signal);
  const folder = `${videoFolder(video.org_id, video.video_id)}speech/`;
  const { heard, found, damage } = await recogniseAll(
    stretches,
    transcriber,
    { language, folder },
    signal,
  );
  const notes = [
    ...(written ? [written.unread] : []),
    ...(video.probe.audio.length > 1
      ? [`Of ${video.probe.audio.length} sound tracks the default one was listened to.`]
      : []),
    ...soundNotes(damage),
  ];
  // What a recogniser hears in music or noise is invented.
  const { silent } = damage;
  if (!found.is_speech) return told(ofSound([], [], found), EVERYTHING, { notes, silent });
  if (!transcriber) throw noRecogniser();
  const segments = heard.flatMap((part) => part.segments);
  const fits = limited(cutToWindow(segments, window), window);
  return told(ofSound(heard, fits.segments, found), fits, {
    notes: [...notes, `Recognised by ${transcriber.name}.`],
    silent,
  });
}

function asWritten({ language, segments }: Captions, window: Window): Listened {
  const fits = limited(cutToWindow(segments, window), window);
  return told(ofCaptions(language, fits.segments), fits);
}

const EVERYTHING: Omit<Limited<Segment>, 'segments'> = { nextStart: null, leftOut: 0 };

/** A transcript with what is to be said of its limits. */
const told = (
  transcript: Transcript,
  { nextStart, leftOut }: Omit<Limited<Segment>, 'segments'>,
  { notes, silent }: Pick<Listened, 'notes' | 'silent'> = { notes: [], silent: [] },
): Listened => ({
  transcript: {
    ...transcript,
    ...(nextStart !== null && { truncated: { next_start: nextStart } }),
  },
  notes: [
    ...notes,
    ...(nextStart === null
      ? []
      : [
          `The transcript ends at ${nextStart} s, since one answer holds at most ${TRANSCRIPT_LIMITS}. POST /v1/transcript with start ${nextStart} goes on from there.`,
        ]),
    ...(leftOut === 0
      ? []
      : [`${leftOut} captions were left out: too many are shown at the same time.`]),
  ],
  silent,
  endsAt: nextStart,
});

/** Whoever decoded the sound tells what was missing. */
async function* judgedAlready(
  judging: AsyncGenerator<Stretch, Speech>,
): AsyncGenerator<Stretch, Judged> {
  return { speech: yield* judging, damage: NO_DAMAGE };
}

const noRecogniser = () =>
  new DomainError(
    'processing_failed',
    'Somebody speaks, but no recogniser is set up here. Nothing was charged.',
  );

const NOTHING: Judged = {
  speech: { is_speech: false, confidence: 0, reason: '' },
  damage: NO_DAMAGE,
};

/** Recognises stretches as they are found, a few at once; no more are held than are worked on. */
async function recogniseAll(
  stretches: AsyncGenerator<Stretch, Judged>,
  transcriber: Transcriber | undefined,
  asked: Omit<Spoken, 'samples'>,
  signal: AbortSignal,
): Promise<{ heard: Recognised[]; found: Speech; damage: Judged['damage'] }> {
  const running = new Set<Promise<void>>();
  const heard: Recognised[] = [];
  const size = new TranscriptSize();
  let failed: { error: unknown } | undefined;
  try {
    for (let at = 0; ; at++) {
      const { value, done } = await stretches.next();
      if (done) {
        await Promise.all(running);
        if (failed) throw failed.error;
        return { heard, found: value.speech, damage: value.damage };
      }
      // The rest is listened to, to tell whether it is speech, but no words are asked for that
      // nobody gets.
      if (!transcriber || size.isOver) continue;
      const work = transcriber
        .recognise({ ...asked, samples: value.samples }, signal)
        .then(({ language: told, segments }) => {
          heard[at] = { language: told, segments: shift(segments, value.start) };
          for (const segment of segments) size.add(segment);
        })
        .catch((error: unknown) => {
          failed ??= { error };
        })
        .finally(() => running.delete(work));
      running.add(work);
      if (running.size >= transcriber.parallel) await Promise.race(running);
      if (failed) throw failed.error;
    }
  } finally {
    await stretches.return(NOTHING);
    await Promise.all(running);
  }
}

function ofSound(
  heard: readonly Recognised[],
  segments: readonly Segment[],
  speech: Speech,
): Transcript {
  return {
    language: mostSpoken(heard),
    source: 'transcribed',
    text: textOf(segments),
    segments: [...segments],
    speech,
    low_confidence: uncertain(segments),
  };
}

/** The language in which most is said: a short stretch is easily taken for another one. */
function mostSpoken(heard: readonly Recognised[]): string | null {
  const letters = new Map<string, number>();
  for (const { language, segments } of heard) {
    if (language === null) continue;
    letters.set(language, (letters.get(language) ?? 0) + textOf(segments).length);
  }
  return [...letters].reduce<[string | null, number]>(
    (most, [language, count]) => (count > most[1] ? [language, count] : most),
    [null, -1],
  )[0];
}

function ofCaptions(language: string | null, shown: readonly Segment[]): Transcript {
  return {
    language,
    source: 'captions',
    text: textOf(shown),
    segments: [...shown],
    speech: shown.some(isSpoken)
      ? { is_speech: true, confidence: 0.95, reason: 'The uploader captioned what is said here.' }
      : {
          is_speech: false,
          confidence: 0.8,
          reason:
            shown.length > 0
              ? 'The captions name sounds here, but no words.'
              : 'The captions have nothing in this window.',
        },
    low_confidence: [],
  };
}

/** False for hearing cues: `[door slams]`, `(laughter)`, `♪`. */
const isSpoken = ({ text }: Segment): boolean =>
  /\p{L}/u.test(text.replaceAll(/\[[^[\]]*\]|\([^()]*\)/g, ''));
