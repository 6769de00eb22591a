import { DomainError } from '../../domain/errors.ts';
import { NO_DAMAGE, type SoundDamage } from '../../domain/sources/damage.ts';
import { cutToWindow, textOf, uncertain } from '../../domain/transcript/segments.ts';
import type { Segment, Transcript } from '../../domain/transcript/transcript.ts';
import {
  type Limited,
  limited,
  TRANSCRIPT_LIMITS,
} from '../../domain/transcript/transcript-limits.ts';
import { speechFolder, videoFolder } from '../../domain/videos/video-folder.ts';
import type { Window } from '../../domain/window.ts';
import type { PlacedSource } from '../ports/sources/video-source.ts';
import type { CaptionReader, Captions } from '../ports/transcript/captions.ts';
import type {
  Judged,
  Recognised,
  Speech,
  SpeechFinder,
  Stretch,
  Transcriber,
} from '../ports/transcript/speech.ts';
import type { Heard, ListenElsewhere, Listening } from './listening.ts';
import { recogniseAll } from './recognise-all.ts';
import type { SidecarCaptions } from './sidecar-captions.ts';

export interface Listened {
  readonly transcript: Transcript;
  readonly notes: readonly string[];
  /** What of its sound was missing, where it was decoded to be listened to. */
  readonly damage: SoundDamage;
  /** Where the transcript ends when it does not hold all of the window, in seconds. */
  readonly endsAt: number | null;
}

/**
 * Finds out what is said in a window.
 * @throws DomainError processing_failed when somebody speaks and no recogniser is set up or works,
 * invalid_request for a language that it does not know, what the decoder throws,
 * and GoesOnElsewhere
 */
export type Listen = (listening: Listening, signal: AbortSignal) => Promise<Listened>;

interface Deps {
  readonly sidecar: SidecarCaptions;
  readonly captions: CaptionReader<PlacedSource>;
  readonly speech: SpeechFinder<PlacedSource>;
  readonly transcriber: Transcriber | undefined;
  /** Listens to long windows; without it they are listened to at once, too. */
  readonly elsewhere?: ListenElsewhere | undefined;
}

/**
 * Listens as the uploader wrote it, wherever there are captions; else to the stretches in which
 * somebody speaks.
 */
export const makeListen =
  (deps: Deps): Listen =>
  async (listening, signal) => {
    const { video, window, language } = listening;
    const beside = await deps.sidecar(video, { language, window });
    if (beside) return asWritten(beside, window);
    const kept = await deps.elsewhere?.outcome(listening);
    if (kept) return asHeard(deps, listening, kept);
    return listen(deps, listening, signal);
  };

async function listen(
  { captions, speech, transcriber, elsewhere }: Deps,
  listening: Listening,
  signal: AbortSignal,
): Promise<Listened> {
  const { video, source, run, window, language, sound } = listening;
  const { org_id, video_id, probe } = video;
  const placed = { source, place: `${speechFolder(org_id, video_id, run?.jobId ?? '')}/decoded/` };
  // Most files hold none, and are not opened for them.
  const written =
    probe.holdsCaptions === false
      ? undefined
      : await captions.captions(placed, probe, { language, window }, signal);
  if (written && 'segments' in written) return asWritten(written, window);
  const notes = written ? [written.unread] : [];
  // Where no recogniser is, it is soon known whether one is missed.
  if (transcriber) await elsewhere?.begin(listening, notes);

  const stretches = sound
    ? judgedAlready(speech.judge(sound, window))
    : speech.find(placed, probe, window, signal);
  const folder = `${videoFolder(org_id, video_id)}speech/`;
  const hearing = await recogniseAll(stretches, transcriber, { language, folder }, signal);
  return asHeard({ transcriber }, listening, { ...hearing, notes });
}

function asHeard(
  { transcriber }: Pick<Deps, 'transcriber'>,
  { video, window }: Listening,
  { heard, found, damage, notes: before }: Heard,
): Listened {
  const notes = [
    ...before,
    ...(video.probe.audio.length > 1
      ? [`Of ${video.probe.audio.length} sound tracks the default one was listened to.`]
      : []),
  ];
  // What a recogniser hears in music or noise is invented.
  if (!found.is_speech) return told(ofSound([], [], found), EVERYTHING, { notes, damage });
  if (!transcriber) throw noRecogniser();
  const segments = heard.flatMap((part) => part.segments);
  const fits = limited(cutToWindow(segments, window), window);
  const all = [...notes, `Recognised by ${transcriber.name}.`];
  return told(ofSound(heard, fits.segments, found), fits, { notes: all, damage });
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
  { notes, damage }: Pick<Listened, 'notes' | 'damage'> = { notes: [], damage: NO_DAMAGE },
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
  damage,
  endsAt: nextStart,
});

/** Whoever decoded the sound tells what was missing. */
async function* judgedAlready(
  judging: AsyncGenerator<Stretch, Speech>,
): AsyncGenerator<Stretch, Judged> {
  return { speech: yield* judging, damage: NO_DAMAGE };
}

export const noRecogniser = () =>
  new DomainError(
    'processing_failed',
    'Somebody speaks, but no recogniser is set up here. Nothing was charged.',
  );

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
