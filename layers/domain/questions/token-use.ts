/** What calls of a model used, as its server counts. */
export interface TokenUse {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

export const NO_TOKENS: TokenUse = { calls: 0, input: 0, output: 0 };

export const addedTokens = (uses: readonly TokenUse[]): TokenUse =>
  uses.reduce(
    (sum, use) => ({
      calls: sum.calls + use.calls,
      input: sum.input + use.input,
      output: sum.output + use.output,
    }),
    NO_TOKENS,
  );
