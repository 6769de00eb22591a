import { cutToWindow, textOf } from '../domain/segments.ts';
import type { Segment, Transcript } from '../domain/transcript.ts';
import type { VideoRecord } from '../domain/video-record.ts';
import type { Window } from '../domain/window.ts';
import type { ArtifactStore } from './ports/artifacts.ts';
import type { CaptionReader, Captions } from './ports/captions.ts';

interface Listening {
  readonly video: VideoRecord;
  readonly window: Window;
  /** `auto`, or a code in lower case. */
  readonly language: string;
}

export interface Listened {
  readonly transcript: Transcript;
  readonly notes: readonly string[];
}

export type Listen = (listening: Listening, signal: AbortSignal) => Promise<Listened>;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'signedUrl'>;
  readonly captions: CaptionReader;
}

/** Seconds for which the source may be opened; longer than any worker lives. */
const SOURCE_LINK_SECONDS = 3600;

/** Finds out what is said in a window: as the uploader wrote it, wherever there are captions. */
export const makeListen =
  ({ artifacts, captions }: Deps): Listen =>
  async ({ video, window, language }, signal) => {
    const source = await artifacts.signedUrl(video.source_key, SOURCE_LINK_SECONDS);
    const written = await captions.captions(source, video.probe, language, signal);
    if (written) return { transcript: ofCaptions(written, window), notes: [] };
    return { transcript: silent('The file holds no captions.', 0), notes: [] };
  };

function ofCaptions({ language, segments }: Captions, window: Window): Transcript {
  const shown = cutToWindow(segments, window);
  return {
    language,
    source: 'captions',
    text: textOf(shown),
    segments: shown,
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
  /\p{L}/u.test(text.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, ''));

const silent = (reason: string, confidence: number): Transcript => ({
  language: null,
  source: 'transcribed',
  text: '',
  segments: [],
  speech: { is_speech: false, confidence, reason },
  low_confidence: [],
});
