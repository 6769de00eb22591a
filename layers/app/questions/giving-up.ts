import { type Answerer, ModelSilent } from '../ports/questions/answerer.ts';

/**
 * An answerer that is asked no more once it was silent for all the time that an answer may take,
 * towards every question of the run: those that are left would outlast the run one after the other.
 */
export const givingUp = (answerer: Answerer): Answerer => {
  let answers = 0;
  let silent: ModelSilent | undefined;
  return {
    name: answerer.name,
    get picturesPerCall() {
      return answerer.picturesPerCall;
    },
    async ask(asked, signal) {
      if (silent) throw silent;
      const before = answers;
      try {
        const told = await answerer.ask(asked, signal);
        answers += 1;
        return told;
      } catch (error) {
        if (error instanceof ModelSilent && answers === before) silent = error;
        throw error;
      }
    },
  };
};
