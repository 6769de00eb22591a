import { DomainError } from '../../domain/errors.ts';
import { eventSeconds, type MeasuredEvent } from '../../domain/questions/events.ts';
import type { Claim, Unresolved } from '../../domain/questions/settle-answer.ts';
import { NO_TOKENS, type TokenUse } from '../../domain/questions/token-use.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Answerer } from '../ports/questions/answerer.ts';
import { askModel } from './ask-model.ts';
import { checkPrompt, eventList, type Fence, speechList, systemPrompt } from './prompts.ts';
import { type PlacedSheet, sheetsToSend } from './send-sheets.ts';

interface Deps {
  readonly answerer: Answerer;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly fence: Fence;
}

interface Checking {
  readonly claims: readonly Claim[];
  /** The closest looks first: of a second that several show, the first is sent. */
  readonly sheets: readonly PlacedSheet[];
  readonly speech: readonly Pick<Segment, 'start' | 'end' | 'text'>[];
  readonly events: readonly MeasuredEvent[];
}

export interface Checked {
  /** Whether each claim stands, in their order. */
  readonly stands: readonly boolean[];
  readonly unresolved: readonly Unresolved[];
  readonly tokens: TokenUse;
}

/** Of more claims than that the rest is not checked, and that is said. */
const MOST_CLAIMS = 60;

/**
 * Has a fresh call judge each claim by the sheets that it cites. What is contradicted does not stand; what it
 * cannot tell does, and is named as unresolved.
 */
export async function checkPass(
  { answerer, artifacts, fence }: Deps,
  { claims, sheets, speech, events }: Checking,
  signal: AbortSignal,
): Promise<Checked> {
  const judged = claims.slice(0, MOST_CLAIMS);
  if (judged.length === 0) return { stands: [], unresolved: [], tokens: NO_TOKENS };
  const cited = citedSheets(judged, sheets, answerer.picturesPerCall);
  const spoken = speech.filter(({ start }) =>
    judged.some(({ seconds }) => seconds.includes(start)),
  );
  const measured = events.filter((event) =>
    eventSeconds([event]).some((second) => judged.some(({ seconds }) => seconds.includes(second))),
  );
  const sent = await sheetsToSend(artifacts, cited);
  // What no sheet shows was said or measured, and is told in words.
  const isSent = (second: number): boolean =>
    showing(cited, second) !== undefined || showing(sheets, second) === undefined;
  try {
    const { kept, tokens } = await askModel(
      answerer,
      {
        pass: 'check',
        system: systemPrompt(fence),
        prompt: checkPrompt(fence, judged, {
          sheets: sent,
          speech: speechList(spoken),
          events: eventList(measured),
        }),
        sheets: sent,
        judge: ({ verdicts }) => ({ kept: verdicts, refused: [] }),
      },
      signal,
    );
    const verdictOn = new Map(kept.map(({ claim, verdict }) => [claim, verdict]));
    const reasonOf = (claim: Claim, at: number): string | undefined => {
      const verdict = verdictOn.get(at) ?? 'cannot_tell';
      if (verdict === 'contradicted') return REASONS.contradicted;
      const isJudged = at < MOST_CLAIMS && claim.seconds.every((second) => isSent(second));
      return isJudged ? REASONS[verdict] : UNCHECKED;
    };
    return {
      stands: claims.map((_, at) => verdictOn.get(at) !== 'contradicted'),
      unresolved: claims.flatMap((claim, at) => {
        const reason = reasonOf(claim, at);
        return reason === undefined ? [] : [doubtOf(claim, reason, tilesAround(claim, sheets))];
      }),
      tokens,
    };
  } catch (error) {
    // The answer stands without its check; what was not checked is said.
    if (!(error instanceof DomainError)) throw error;
    return {
      stands: claims.map(() => true),
      unresolved: claims.map((claim) => doubtOf(claim, UNCHECKED, tilesAround(claim, sheets))),
      tokens: NO_TOKENS,
    };
  }
}

const REASONS = {
  supported: undefined,
  contradicted: 'A second look contradicted what the first one said of this stretch.',
  cannot_tell: 'A second look could not confirm what is said of this stretch.',
} as const;
const UNCHECKED = 'What is said of this stretch could not be checked by a second look.';

function citedSheets(
  claims: readonly Claim[],
  sheets: readonly PlacedSheet[],
  most: number,
): PlacedSheet[] {
  const chosen = new Set<PlacedSheet>();
  for (const second of claims.flatMap(({ seconds }) => seconds)) {
    const shows = showing(sheets, second);
    if (shows) chosen.add(shows);
    if (chosen.size === most) break;
  }
  return [...chosen].sort((a, b) => a.sheet.t0 - b.sheet.t0);
}

const showing = (sheets: readonly PlacedSheet[], second: number): PlacedSheet | undefined =>
  sheets.find(({ sheet }) => sheet.frame_times.includes(second));

/** The seconds of the tiles next to what a claim cites, so that the stretch has a length. */
function tilesAround({ seconds }: Claim, sheets: readonly PlacedSheet[]): number[] {
  const all = sheets.flatMap(({ sheet }) => sheet.frame_times).sort((a, b) => a - b);
  const [first = 0, last = first] = [seconds[0], seconds.at(-1)];
  const before = all.findLast((second) => second < first) ?? first;
  const after = all.find((second) => second > last) ?? last;
  return [before, after];
}

const doubtOf = (
  { seconds }: Claim,
  reason: string,
  [before = seconds[0] ?? 0, after = seconds.at(-1) ?? 0]: readonly number[],
): Unresolved => ({ from: before, to: after, reason, region: null });
