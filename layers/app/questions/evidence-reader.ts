import { answerFromFacts } from '../../domain/questions/evidence/answer-from-facts.ts';
import {
  type FactFindings,
  type Facts,
  NEEDS_MODEL,
  NOT_UNDERSTOOD,
} from '../../domain/questions/evidence/facts.ts';
import { fieldsFromFacts } from '../../domain/questions/evidence/fields-from-facts.ts';
import { overviewOfFacts } from '../../domain/questions/evidence/story.ts';
import type { CallerSchema } from '../../domain/questions/schema-shape.ts';
import type { Claim } from '../../domain/questions/settle-answer.ts';
import { NO_TOKENS } from '../../domain/questions/token-use.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import { fileFactsOf } from '../../domain/videos/file-facts.ts';
import type { Video } from '../../domain/videos/video.ts';
import { videoOf } from '../../domain/videos/video-record.ts';
import { isAllOf } from '../../domain/window.ts';
import type { Ranking } from '../ports/questions/ranking.ts';
import type { Material } from './material.ts';
import type { Asking } from './prompts.ts';
import type { Earlier, Reader, Reading } from './reading.ts';
import { tilesOf } from './send-sheets.ts';

export const EVIDENCE = 'evidence';
/** Raised when the same facts would be told otherwise. */
const EVIDENCE_VERSION = 24;
export const EVIDENCE_KEY = `${EVIDENCE} v${EVIDENCE_VERSION}`;

/** Answers without a model: each sentence is a template over something measured, said or written. */
export const evidenceReader = ({ ranking }: { readonly ranking: Ranking }): Reader => {
  const told = (facts: Facts, { question, schema }: Asking): FactFindings => {
    const findings =
      question === undefined
        ? overviewOfFacts(facts)
        : answerFromFacts(question, facts, (words, texts, most) =>
            ranking.best(words, texts, most),
          );
    return schema === undefined
      ? findings
      : { ...findings, ...inShape(findings, { question, schema }, facts) };
  };
  return {
    key: EVIDENCE_KEY,
    name: EVIDENCE,
    async read(material, asking): Promise<Reading> {
      const { sheets, interval } = material;
      const video = videoOf(material.video);
      const file = fileFactsOf(material.video);
      return {
        ...readingOf(told(factsOf({ ...material, video, file }), asking), video),
        tiles: tilesOf(sheets.map((sheet) => ({ sheet, interval }))),
      };
    },
    async followUp(earlier, asking): Promise<Reading> {
      return readingOf(told(factsOf(earlier), asking), earlier.video);
    },
  };
};

const schemaOf = (text: string): CallerSchema => JSON.parse(text);

/** What a member of the caller's shape may stand for, which tells itself what is missing. */
const ASKED_BY_SHAPE: ReadonlySet<string> = new Set(['question', 'what is shown']);
const LEFT_TO_MODELS: ReadonlySet<string> = new Set([NEEDS_MODEL, NOT_UNDERSTOOD]);

/** What fills the caller's shape; the rest needs a model, and is not told twice. */
function inShape(
  { missing }: FactFindings,
  { question, schema }: Pick<Asking, 'question'> & { readonly schema: string },
  facts: Facts,
): Pick<FactFindings, 'fields' | 'missing'> {
  const fields = fieldsFromFacts(schemaOf(schema), facts, question);
  return {
    fields,
    missing:
      fields.length > 0
        ? missing.filter(
            ({ field, reason }) => !LEFT_TO_MODELS.has(reason) || !ASKED_BY_SHAPE.has(field),
          )
        : missing,
  };
}

function readingOf({ sentences, fields, missing }: FactFindings, video: Video): Reading {
  const lookable = (seconds: readonly number[]) =>
    [...new Set(seconds.map((second) => lookableSecond(second, video)))].sort((a, b) => a - b);
  const claims = sentences.map(
    ({ text, seconds }): Claim => ({ text, seconds: lookable(seconds) }),
  );
  const filled = fields.map((field) => ({ ...field, seconds: lookable(field.seconds) }));
  return {
    claims,
    fields: filled,
    missing,
    unresolved: [],
    notes: [],
    tiles: [],
    tokens: NO_TOKENS,
  };
}

/** How far before the end of a video its last frame is looked for, where frames are as rare. */
const LAST_SECONDS = 0.1;

/** What lasts until the end of the video, where no frame is any more, is seen in the last one. */
function lookableSecond(second: number, { duration, src_fps }: Video): number {
  if (src_fps <= 0 || second < duration) return toMillisecond(second);
  return toMillisecond(Math.max(0, duration - Math.min(1 / src_fps, LAST_SECONDS)));
}

function factsOf({
  window: [from, to],
  video,
  survey,
  transcript,
  region,
  file,
  ...rest
}: Pick<Earlier, 'window' | 'video' | 'survey' | 'transcript' | 'region' | 'file'> &
  (Pick<Material, 'sheets'> | Pick<Earlier, 'tiles'>)): Facts {
  // As the length of the video is told, else nothing would be known of all of it.
  const window: Material['window'] = [toMillisecond(from), toMillisecond(to)];
  return {
    window,
    duration: video.duration,
    width: video.width,
    height: video.height,
    fps: video.src_fps,
    title: video.title,
    orientation: video.orientation,
    audioTracks: video.audio_tracks,
    file: file ?? null,
    // A part is read from a frame before it on.
    frames: isAllOf(window, video.duration) ? (survey?.signal?.frames_read ?? null) : null,
    slides: video.carousel?.slides ?? null,
    timecode: video.start_timecode,
    technical: survey?.technical ?? null,
    signal: survey?.signal ?? null,
    transcript,
    writing: writingIn(survey, region),
    tiles:
      'sheets' in rest
        ? rest.sheets.flatMap(({ frame_times }) => frame_times)
        : rest.tiles.map(({ second }) => second),
  };
}

/** Lines that were read, of a region those whose middle lies in it; null where nothing reads. */
function writingIn(
  survey: Material['survey'],
  region: Material['region'],
): NonNullable<Facts['writing']> | null {
  const lines = survey?.on_screen_text;
  if (!lines) return null;
  const [left, top, right, bottom] = region ?? [0, 0, 1, 1];
  return lines.filter(({ region: [x0, y0, x1, y1] }) => {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}
