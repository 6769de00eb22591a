import type { Answer } from '../../domain/questions/question.ts';
import { noted, withinBudget } from './budget.ts';

/** Entries of each list of an answer that is too long for its reader. */
const SHOWN_ENTRIES = 100;

const firstOf =
  (name: 'unresolved' | 'unanswered' | 'seen_at') =>
  (answer: Answer): Answer => {
    const { length } = answer[name];
    if (length <= SHOWN_ENTRIES) return answer;
    const cut = { ...answer, [name]: answer[name].slice(0, SHOWN_ENTRIES) };
    return noted(
      cut,
      `\`${name}\` has ${length} entries, of which the first ${SHOWN_ENTRIES} are here: ask of a shorter window.`,
    );
  };

/** What was written about a video; where all of it would be too long, with the first of its lists. */
export const showAnswer = (answer: Answer): Answer =>
  withinBudget(answer, [firstOf('unresolved'), firstOf('unanswered'), firstOf('seen_at')]);
