import { DomainError } from '../../domain/errors.ts';
import {
  ENVELOPES,
  envelopeSchema,
  type Pass,
  type Stamps,
} from '../../domain/questions/envelopes.ts';
import { stampSeconds } from '../../domain/questions/stamp-seconds.ts';
import { addedTokens, type TokenUse } from '../../domain/questions/token-use.ts';
import type { Answerer, BrokenOff, Content } from '../ports/questions/answerer.ts';
import { repairPrompt } from './prompts.ts';

/** Tokens that one call may answer with. */
const MAX_TOKENS = 8_000;
/** A server that counts fewer tokens than this part of the least that was sent has cut the input. */
const LEAST_COUNTED = 0.1;
const CHARACTERS_PER_TOKEN = 6;
const PATCH = 28;

/** A sheet with its bytes. */
export interface SentSheet {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly frame_times: readonly number[];
  /** Seconds between two of its tiles. */
  readonly interval: number;
}

interface Question<P extends Pass, Kept> {
  readonly pass: P;
  readonly system: string;
  readonly prompt: string;
  readonly sheets: readonly SentSheet[];
  /** Holds what was answered against what was read; what it refuses is asked for once more. */
  readonly judge: (told: Envelope<P>) => {
    readonly kept: Kept;
    readonly refused: readonly string[];
  };
}

type Envelope<P extends Pass> = ReturnType<(typeof ENVELOPES)[P]['parse']>;

/**
 * Puts one question to a model, and once more what did not hold of its answer. The second answer is
 * taken as far as it holds.
 * @throws DomainError processing_failed when the model's answers do not fit, or it did not see the sheets
 * @throws PicturesRefused
 */
export async function askModel<P extends Pass, Kept>(
  answerer: Answerer,
  { pass, system, prompt, sheets, judge }: Question<P, Kept>,
  signal: AbortSignal,
): Promise<{ kept: Kept; tokens: TokenUse }> {
  const pictures: Content[] = sheets.map(({ jpeg, width, height }) => ({ jpeg, width, height }));
  const ask = async (text: string) => {
    const { json, tokens, broken } = await answerer.ask(
      {
        pass,
        system,
        content: [...pictures, { text }],
        schema: envelopeSchema(pass, sheets.length > 0),
        maxTokens: MAX_TOKENS,
      },
      signal,
    );
    requireWhole(answerer, tokens.input, sheets, system.length + text.length);
    const parsed = ENVELOPES[pass].safeParse(json);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const problems = broken ? REPAIRS[broken] : [`${issue?.path.join('.')}: ${issue?.message}`];
      return { tokens, problems, unfit: broken ?? ('in_form' as const) };
    }
    const told = parsed.data as Envelope<P>;
    const { kept, refused } = judge(told);
    const blind = pass === 'check' ? [] : unseenStamps('stamps' in told ? told : {}, sheets);
    return { tokens, kept, problems: [...blind, ...refused], blind: blind.length > 0 };
  };
  const first = await ask(prompt);
  const again = first.problems.length > 0 ? await ask(repairPrompt(prompt, first.problems)) : first;
  const tokens = addedTokens(
    (again === first ? [first] : [first, again]).map((one) => ({ calls: 1, ...one.tokens })),
  );
  // What the first answer held is better than nothing.
  if (('unfit' in again || again.blind) && !('unfit' in first) && !first.blind) {
    return { kept: first.kept, tokens };
  }
  if ('unfit' in again) {
    throw failed(`The model ${answerer.name} ${UNFIT[again.unfit]}`, AGAIN);
  }
  if (again.blind) {
    throw failed(
      `The model ${answerer.name} could not copy the stamps of the sheets that it was sent: it did not see them whole. A server that cuts its input silently, such as one with a small context window, does that.`,
      AGAIN,
    );
  }
  return { kept: again.kept, tokens };
}

/** What is asked for once more of an answer that was broken off; nothing where that helps nobody. */
const REPAIRS: Readonly<Record<BrokenOff, readonly string[]>> = {
  in_answer: ['It was longer than an answer may be, and was cut off. Say less.'],
  in_thoughts: [],
  for_a_tool: [],
};

const UNFIT: Readonly<Record<BrokenOff | 'in_form', string>> = {
  in_form: 'did not answer in the form that it was asked for, and neither when it was asked again.',
  in_answer: `answered at more length than its limit of tokens allows (${MAX_TOKENS} at most), and again when it was asked for less. A shorter \`window\` takes a shorter answer.`,
  in_thoughts: `reached its limit of tokens (${MAX_TOKENS} at most) before it began to answer.`,
  for_a_tool: 'called a tool, of which it has none, instead of answering.',
};

/** What was charged is given back with the end of the job. */
const failed = (why: string, instead: string) =>
  new DomainError('processing_failed', `${why} Nothing was charged. ${instead}`);

const AGAIN =
  'Sending the same call again is safe; where it fails again, the operator of this service has to choose another model or server.';

/** @throws DomainError processing_failed when the server counts far less than was sent */
function requireWhole(
  answerer: Answerer,
  counted: number,
  sheets: readonly SentSheet[],
  characters: number,
): void {
  const pictures = sheets.reduce(
    (sum, { width, height }) => sum + Math.ceil(width / PATCH) * Math.ceil(height / PATCH),
    0,
  );
  const sent = pictures + characters / CHARACTERS_PER_TOKEN;
  if (counted === 0 || counted >= sent * LEAST_COUNTED) return;
  throw failed(
    `The server of ${answerer.name} read ${counted} tokens of some ${Math.round(sent)}: it cut the input.`,
    'The same call fails again until the operator of this service has raised its context length (Ollama: num_ctx); a shorter `window` or a shallower `depth` sends less.',
  );
}

/** What a model that saw the sheets would have copied. */
function unseenStamps(
  told: { readonly stamps?: Stamps | undefined },
  sheets: readonly SentSheet[],
): string[] {
  const [first, last] = [sheets[0], sheets.at(-1)];
  const [from, to] = [first?.frame_times[0], last?.frame_times.at(-1)];
  if (!first || !last || from === undefined || to === undefined) return [];
  const copied = (text: string | undefined, second: number, interval: number) => {
    // A timecode may have been copied with it.
    const [first = ''] = text?.replace(/^[^\d.]*/, '').split(/\s/) ?? [];
    return Math.abs(stampSeconds(first) - second) <= interval / 2 + 0.01;
  };
  return copied(told.stamps?.first, from, first.interval) &&
    copied(told.stamps?.last, to, last.interval)
    ? []
    : ['`stamps` is not what is burned into the first and the last tile.'];
}
