import type { Context } from 'aws-lambda';
import type { z } from 'zod';
import { type ApiError, DomainError } from '../../../layers/domain/errors.ts';

/** Left of the function's time for telling what went wrong. */
const CLOSING_MS = 5_000;

/**
 * Carries out an order within the function's time. What is refused is an answer: an error would be
 * taken for the end of the function, and the order given to another.
 */
export const orderHandler =
  <Order, Answer>(
    shape: z.ZodType<Order>,
    carryOut: (order: Order, signal: AbortSignal) => Promise<Answer>,
    detailOf: (error: DomainError) => object = () => ({}),
  ) =>
  async (event: unknown, context: Context): Promise<Answer | { refused: ApiError }> => {
    const order = shape.parse(event);
    const leftMs = context.getRemainingTimeInMillis() - CLOSING_MS;
    try {
      return await carryOut(order, AbortSignal.timeout(Math.max(0, leftMs)));
    } catch (error) {
      if (error instanceof DomainError) return { refused: error.toApiError(), ...detailOf(error) };
      throw error;
    }
  };
