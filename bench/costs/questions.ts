import { AnswererEnv } from '../../functions/compose/env/answerer-env.ts';
import { toCredits } from '../../layers/domain/accounts/credits.ts';
import { visionTokens } from '../../layers/domain/frames/geometry.ts';
import { DEPTH_SPECS, readingPrice } from '../../layers/domain/questions/depths.ts';
import type { Depth } from '../../layers/domain/questions/question.ts';
import { chunkSheets, planClosely, planSurvey } from '../../layers/domain/questions/survey-plan.ts';
import { probeOf } from '../../test/support/fakes/probe-of.ts';
import { MODELS } from './list-prices.ts';
import { framesDollars } from './read-cost.ts';

export type Model = keyof typeof MODELS;

/** Tokens of a call beside its sheets, about; and of what it answers. */
const WORDS_OF_CALL = 250;
const ANSWER_OF_CALL = 600;
const MILLION = 1e6;
/** Opened sheets go to two passes: the answer and the check. */
const PASSES_OF_OPENED = 2;

export interface QuestionUse {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** What a reading at a depth asks of a vision model. */
export function questionUse(depth: Depth, seconds: number): QuestionUse {
  const probe = probeOf(seconds);
  const plan = planSurvey(depth, [0, seconds], probe);
  const sheets = plan.sheets.length;
  const chunks = Math.ceil(sheets / chunkSheets(depth, plan));
  const { perChunk, atMost } = DEPTH_SPECS[depth].opened;
  const opened = Math.min(atMost, perChunk * chunks, affordable(depth, seconds, sheets));
  const calls = depth === 'glance' ? 1 : chunks + 2;
  const closely = visionTokens(planClosely([0, 1], probe).geometry.sheet);
  return {
    calls,
    input:
      sheets * visionTokens(plan.geometry.sheet) +
      PASSES_OF_OPENED * opened * closely +
      calls * WORDS_OF_CALL,
    output: calls * ANSWER_OF_CALL,
  };
}

/** Tokens that a credit pays for, unless the operator says otherwise. */
const TOKENS_PER_CREDIT = AnswererEnv.parse({}).ANSWERER_TOKENS_PER_CREDIT;

/** Sheets that are opened of what the price leaves after the survey; one in any case. */
function affordable(depth: Depth, seconds: number, sheets: number): number {
  const probe = probeOf(seconds);
  const survey = sheets * visionTokens(planSurvey(depth, [0, seconds], probe).geometry.sheet);
  const paid = questionCredits(depth, seconds) * TOKENS_PER_CREDIT;
  const each = PASSES_OF_OPENED * visionTokens(planClosely([0, 1], probe).geometry.sheet);
  return Math.max(1, Math.floor((paid - survey) / each));
}

export const questionCredits = (depth: Depth, seconds: number): number =>
  toCredits(readingPrice(depth, [0, seconds]));

/** Dollars of a model for a reading. */
export function modelDollars(model: Model, { input, output }: QuestionUse): number {
  const prices = MODELS[model];
  return (input * prices.input + output * prices.output) / MILLION;
}

/** Dollars for the read behind a question of 1080p, without its words. */
export const surveyDollars = (seconds: number): number =>
  framesDollars({ level: 'overview', seconds, reading: 'everything', size: '1080p' });
