import { useEffect, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';
import type { CallEstimate } from '../api/types.ts';
import { count, credits, number } from '../ui/format.ts';

/** Milliseconds without a change before a price is asked for. */
const STILL_MS = 350;

export type Price = Pick<
  CallEstimate,
  'credits' | 'reason' | 'cache_hit' | 'sheets' | 'estimated_vision_tokens' | 'balance_after'
>;

interface State {
  readonly price?: Price;
  readonly problem?: Problem;
}

/**
 * The price of what a form says, asked for anew when that has not changed for a moment.
 * @param key tells one wish from another; undefined asks for nothing
 */
export function usePrice(key: string | undefined, ask: () => Promise<Price>): State {
  const [state, setState] = useState<State & { readonly of?: string }>({});
  useEffect(() => {
    if (key === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => {
      ask().then(
        (price) => isOver || setState({ price, of: key }),
        (thrown) => isOver || setState({ problem: problemOf(thrown), of: key }),
      );
    }, STILL_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return state.of === key ? state : {};
}

/** What a call would cost, what it would give, and what is left then. */
export function PriceLine({ price }: { price: Price }) {
  const parts = [
    price.credits === null ? price.reason : credits(price.credits),
    // A question that was asked before costs nothing at all.
    price.cache_hit &&
      (price.credits === 0 ? 'asked before' : 'paid for before: a fifth of the price'),
    price.sheets !== null && price.sheets > 0 && count(price.sheets, 'sheet'),
    price.estimated_vision_tokens !== null &&
      price.estimated_vision_tokens > 0 &&
      `${number(price.estimated_vision_tokens)} vision tokens`,
    price.balance_after !== null && `${credits(price.balance_after)} left then`,
  ].filter(Boolean);
  return (
    <p class="price" role="status">
      {parts.join(' · ')}
    </p>
  );
}
