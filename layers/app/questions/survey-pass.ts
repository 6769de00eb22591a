import { beginning } from '../../domain/characters.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Confidential, confidential } from '../../domain/questions/confidential.ts';
import type { SurveyEnvelope } from '../../domain/questions/envelopes.ts';
import { eventSeconds, type MeasuredEvent, type Opening } from '../../domain/questions/events.ts';
import { NameableSeconds } from '../../domain/questions/nameable-seconds.ts';
import type { Note } from '../../domain/questions/session.ts';
import { withoutCitations } from '../../domain/questions/times-in-text.ts';
import { addedTokens, type TokenUse } from '../../domain/questions/token-use.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { Window } from '../../domain/window.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { type Answerer, PicturesRefused } from '../ports/questions/answerer.ts';
import { askModel } from './ask-model.ts';
import type { Material } from './material.ts';
import {
  type Asking,
  eventList,
  type Fence,
  speechList,
  surveyPrompt,
  systemPrompt,
} from './prompts.ts';
import type { ReadingProgress, Step } from './reading.ts';
import { type PlacedSheet, sheetsToSend, tilesOf } from './send-sheets.ts';

/** Chunks that are put to a model at once. */
const PARALLEL = 4;
const MOST_NOTES = 300;
const MOST_CHARACTERS = 1_000;

/** A stretch of the survey that one call reads. */
interface Chunk {
  readonly window: Window;
  readonly sheets: readonly PlacedSheet[];
}

export interface Surveyed {
  readonly notes: readonly Note[];
  readonly open: readonly Opening[];
  readonly tokens: TokenUse;
  /** Sheets that were looked at. */
  readonly seen: readonly PlacedSheet[];
  /** Stretches that could not be read, as long as one was. */
  readonly failed: readonly { readonly window: Window; readonly reason: string }[];
}

interface Deps {
  readonly answerer: Answerer;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly step: Step;
  readonly fence: Fence;
  readonly report: (progress: ReadingProgress) => void;
}

/**
 * Puts the survey to a model, chunk by chunk, several at once. Each chunk is a step of its own: no call
 * that was paid for is repeated after a crash.
 * @throws DomainError processing_failed when no chunk could be read
 */
export async function surveyPass(
  deps: Deps,
  material: Material,
  asking: Asking,
  signal: AbortSignal,
): Promise<Surveyed> {
  for (let limit = deps.answerer.picturesPerCall; ; ) {
    try {
      return await inChunks(deps, material, { asking, limit }, signal);
    } catch (error) {
      // The server says how many it takes; all chunks are cut anew for that.
      if (!(error instanceof PicturesRefused) || error.limit < 1 || error.limit >= limit)
        throw error;
      limit = error.limit;
    }
  }
}

async function inChunks(
  deps: Deps,
  material: Material,
  { asking, limit }: { asking: Asking; limit: number },
  signal: AbortSignal,
): Promise<Surveyed> {
  const chunks = chunksOf(material, Math.min(limit, material.sheetsPerChunk));
  const read: (Omit<Surveyed, 'failed' | 'seen'> | { failed: unknown })[] = [];
  const waiting = [...chunks.entries()];
  let done = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, chunk] = next;
      deps.report({ stage: 'surveying', done, of: chunks.length });
      try {
        read[at] = await deps.step(`survey-${limit}-${at}`, () =>
          readChunk(deps, material, { asking, chunk }, signal),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof PicturesRefused) throw error;
        if (!(error instanceof DomainError)) throw error;
        read[at] = { failed: error };
      }
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const whole = read.flatMap((one) => ('failed' in one ? [] : [one]));
  if (whole.length === 0) throw firstFailure(read);
  return {
    notes: whole.flatMap(({ notes }) => notes).slice(0, MOST_NOTES),
    open: whole.flatMap(({ open }) => open),
    tokens: addedTokens(whole.map(({ tokens }) => tokens)),
    seen: chunks.flatMap(({ sheets }, at) => ('failed' in (read[at] ?? {}) ? [] : sheets)),
    failed: chunks.flatMap(({ window }, at) => {
      const one = read[at];
      return one && 'failed' in one
        ? [{ window, reason: 'This stretch could not be read this time.' }]
        : [];
    }),
  };
}

const firstFailure = (read: readonly object[]): unknown =>
  read.map((one) => ('failed' in one ? one.failed : undefined)).find((error) => error) ??
  new DomainError('no_video_stream', 'No picture of the window could be read.');

function chunksOf({ sheets, stretches, interval, window }: Material, size: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < sheets.length; at += size) {
    const part = sheets.slice(at, at + size);
    const from = at === 0 ? window[0] : (stretches[at]?.[0] ?? window[0]);
    const to = stretches[at + size]?.[0] ?? window[1];
    chunks.push({ window: [from, to], sheets: part.map((sheet) => ({ sheet, interval })) });
  }
  return chunks;
}

async function readChunk(
  { answerer, artifacts, fence }: Deps,
  { transcript, events }: Material,
  { asking, chunk }: { asking: Asking; chunk: Chunk },
  signal: AbortSignal,
): Promise<Omit<Surveyed, 'failed' | 'seen'>> {
  const said = segmentsIn(transcript?.segments ?? [], chunk.window);
  const measured = eventsIn(events, chunk.window);
  const sheets = await sheetsToSend(artifacts, chunk.sheets);
  const system = systemPrompt(fence);
  const secret = confidential([fence.nonce], system);
  const seconds = new NameableSeconds(tilesOf(chunk.sheets), [
    ...said.map(({ start }) => start),
    ...eventSeconds(measured),
  ]);
  const { kept, tokens } = await askModel(
    answerer,
    {
      pass: 'survey',
      system,
      prompt: surveyPrompt(fence, asking, {
        sheets,
        speech: speechList(said),
        events: eventList(measured),
      }),
      sheets,
      judge: (told) => ({ kept: settleSurvey(told, seconds, chunk.window, secret), refused: [] }),
    },
    signal,
  );
  return { ...kept, tokens };
}

/** Notes whose seconds were read; what else a model noted is let go, unless it is seen again. */
function settleSurvey(
  { notes, open }: SurveyEnvelope,
  seconds: NameableSeconds,
  [start, end]: Window,
  secret: Confidential,
): { notes: Note[]; open: Opening[] } {
  return {
    notes: notes.slice(0, MOST_NOTES).flatMap((note) => {
      const [from, to] = [seconds.settle(note.from), seconds.settle(note.to)];
      const text = beginning(withoutCitations(note.text), MOST_CHARACTERS);
      if (from === undefined || to === undefined || from > to) return [];
      if (text === '' || secret.isToldIn(`${note.kind} ${note.text}`)) return [];
      const certainty = Math.min(1, Math.max(0, note.certainty));
      return [{ kind: note.kind.slice(0, 40), from, to, text, certainty }];
    }),
    open: open
      .slice(0, MOST_NOTES)
      .filter(({ from, to }) => from <= to && from >= start - 1 && to <= end + 1)
      .map(({ from, to, why }) => ({ window: [from, to], why: beginning(why, MOST_CHARACTERS) })),
  };
}

const segmentsIn = <S extends Pick<Segment, 'start' | 'end'>>(
  segments: readonly S[],
  [start, end]: Window,
): S[] => segments.filter((segment) => segment.end > start && segment.start < end);

const eventsIn = (events: readonly MeasuredEvent[], [start, end]: Window): MeasuredEvent[] =>
  events.filter((event) => event.start < end && (event.end ?? end) >= start);
