import { toCredits } from '../../domain/accounts/credits.ts';
import { DEPTH_SPECS, readingPrice } from '../../domain/questions/depths.ts';
import { betweenTiles, type Opening } from '../../domain/questions/events.ts';
import { planClosely, probeOfRegion } from '../../domain/questions/survey-plan.ts';
import type { Window } from '../../domain/window.ts';
import type { DrawFrames } from '../frames/draw-frames.ts';
import type { Material } from './material.ts';
import type { PlacedSheet } from './send-sheets.ts';
import type { Surveyed } from './survey-pass.ts';

/** A sheet of `detail` is as large as a sheet gets, and goes out twice: to be read, and to be checked. */
const SHEET_TOKENS = 3_000;
const TIMES_SENT = 2;
/** One sheet of `detail` shows no more than this many seconds. */
const LONGEST_SECONDS = 30;

interface Budget {
  readonly tokensPerCredit: number;
  /** Pictures that one call takes. */
  readonly pictures: number;
}

/**
 * Chooses what is looked at closely, as far as the price of the reading pays for it: in turns what the
 * survey asked for, and what the every-frame pass found between tiles, which no tile shows.
 */
export function chooseOpenings(
  { depth, window, events, interval, sheets, sheetsPerChunk }: Material,
  { open, tokens }: Pick<Surveyed, 'open' | 'tokens'>,
  { tokensPerCredit, pictures }: Budget,
): { chosen: Window[]; left: Opening[] } {
  const { perChunk, atMost } = DEPTH_SPECS[depth].opened;
  const chunks = Math.max(1, Math.ceil(sheets.length / Math.max(1, sheetsPerChunk)));
  const paid = toCredits(readingPrice(depth, window)) * tokensPerCredit - tokens.input;
  // The least that a reading costs pays for one close look.
  const afforded = Math.max(1, Math.floor(paid / (SHEET_TOKENS * TIMES_SENT)));
  const room = Math.min(atMost, perChunk * chunks, pictures, afforded);
  const chosen: Window[] = [];
  const left: Opening[] = [];
  const between = betweenTiles(events, interval);
  for (const opening of inTurns(open, between)) {
    const stretch = fitted(opening.window, window);
    if (chosen.some(([from, to]) => from <= stretch[0] && stretch[1] <= to)) continue;
    if (chosen.length < room) chosen.push(stretch);
    else if (between.includes(opening)) left.push(opening);
  }
  return { chosen: chosen.sort((a, b) => a[0] - b[0]), left };
}

function inTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, at) => [first[at], second[at]])
    .flat()
    .filter((entry) => entry !== undefined);
}

/** A stretch inside the window, as long as one sheet can show. */
function fitted([from, to]: Window, [start, end]: Window): Window {
  const begin = Math.min(Math.max(from, start), Math.max(start, end - 0.04));
  const last = Math.max(Math.min(to, end), begin + 0.04);
  return [begin, Math.min(last, begin + LONGEST_SECONDS)];
}

/** Draws a sheet of each chosen stretch. */
export async function openPass(
  { draw, folder }: { readonly draw: DrawFrames; readonly folder: string },
  { video, source, region }: Pick<Material, 'video' | 'source' | 'region'>,
  chosen: readonly Window[],
  signal: AbortSignal,
): Promise<PlacedSheet[]> {
  const probe = probeOfRegion(video.probe, region ?? undefined);
  const sheets: PlacedSheet[] = [];
  for (const [at, stretch] of chosen.entries()) {
    const plan = planClosely(stretch, probe);
    const { result } = await draw(
      {
        video: { ...video, probe },
        source,
        plan,
        folder: `${folder}/opened-${at}`,
        language: null,
      },
      signal,
    );
    const interval = plan.rate[1] / plan.rate[0];
    sheets.push(...result.sheets.map((sheet) => ({ sheet, interval })));
  }
  return sheets;
}
