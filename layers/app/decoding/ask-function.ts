import type { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { SourceFault } from '../../domain/sources/source-fault.ts';
import { DecoderDied } from '../ports/sources/decoder.ts';
import type { RefusedLink } from './decoder-answers.ts';

/** How often a function that ends without an answer is followed by another, the first included. */
const TRIES = 3;

/** A call of the function waits for a place and takes its time, within this. */
export const ADDRESS_SECONDS = 1800;

interface Asking<Order, Answer> {
  readonly call: (order: Order, signal: AbortSignal) => Promise<unknown>;
  /** Made anew for each try, counted from 1: an address that it holds takes one object once. */
  readonly orderOf: (attempt: number) => Promise<Order>;
  readonly answer: z.ZodType<Answer>;
  /** In which ways it may refuse. */
  readonly refused: z.ZodType<z.infer<typeof RefusedLink>>;
  /** Called before the second try, where the first could not read the store. */
  readonly mend?: (() => Promise<unknown>) | undefined;
}

/**
 * What a function without rights answers to an order, and to which try of it.
 * @throws DomainError for what it refuses, SourceFault, DecoderDied when all tries ended so
 */
export async function askFunction<Order, Answer>(
  { call, orderOf, answer, refused, mend }: Asking<Order, Answer>,
  signal: AbortSignal,
): Promise<{ readonly made: Answer; readonly attempt: number }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const given = await call(await orderOf(attempt), signal);
      const { data: refusal } = refused.safeParse(given);
      if (refusal) throw DomainError.from(refusal.refused, refusal.retryAfterSeconds);
      return { made: answer.parse(given), attempt };
    } catch (error) {
      signal.throwIfAborted();
      if (mend && attempt === 1 && error instanceof SourceFault) await mend();
      else if (!(error instanceof DecoderDied) || attempt === TRIES) throw error;
    }
  }
}
