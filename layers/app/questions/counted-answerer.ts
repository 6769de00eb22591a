import type { TokenUse } from '../../domain/questions/token-use.ts';
import { type Answerer, ModelRefused, type Told } from '../ports/questions/answerer.ts';

/** An answerer whose calls are counted, whatever becomes of their answers; one that nobody answered counts for nothing. */
export const countedAnswerer = (
  answerer: Answerer,
  count: (use: TokenUse) => Promise<void>,
): Answerer => {
  const counted = ({ input, output }: Told['tokens']) => count({ calls: 1, input, output });
  return {
    name: answerer.name,
    get picturesPerCall() {
      return answerer.picturesPerCall;
    },
    async ask(asked, signal) {
      try {
        const told = await answerer.ask(asked, signal);
        await counted(told.tokens);
        return told;
      } catch (error) {
        if (error instanceof ModelRefused) await counted(error.tokens);
        throw error;
      }
    },
  };
};
