import { z } from 'zod';
import { PLANS, Tier } from '../accounts/plans.ts';
import { LEVEL_SPECS, LEVELS, Level, OVERVIEW_LADDER } from './levels.ts';

const grid = z.tuple([z.int(), z.int()]).readonly().describe('[columns, rows].');

export const DetailLevelsResult = z
  .strictObject({
    levels: z.array(
      z.strictObject({
        detail: Level,
        fps: z
          .union([z.number(), z.array(z.array(z.number()))])
          .describe(
            'Tiles per second; for overview the ladder of [window seconds, tiles per second].',
          ),
        grid_16_9: grid,
        grid_9_16: grid,
        frames_per_sheet: z.int(),
        max_window_seconds: z.number().nullable(),
        on_exceed: z.enum(['truncate', 'error']),
        credits: z.strictObject({ unit: z.enum(['min', 'sec', 'flat']), rate: z.number() }),
        max_sheets_per_call: z.int(),
        purpose: z.string(),
      }),
    ),
    plans: z.record(
      Tier,
      z.strictObject({
        price_usd: z.number(),
        monthly_credits: z.number(),
        allows_motion: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'DetailLevelsResult' });
export type DetailLevelsResult = z.infer<typeof DetailLevelsResult>;

/** The levels and plans as the engine and the till apply them. */
export const detailLevels = (): DetailLevelsResult => ({
  levels: LEVELS.map((detail) => ({
    detail,
    ...LEVEL_SPECS[detail],
    fps: detail === 'overview' ? OVERVIEW_LADDER.map((step) => [...step]) : LEVEL_SPECS[detail].fps,
  })),
  plans: Object.fromEntries(
    Object.entries(PLANS).map(([tier, { price_usd, monthly_credits, allows_motion }]) => [
      tier,
      { price_usd, monthly_credits, allows_motion },
    ]),
  ) as DetailLevelsResult['plans'],
});
