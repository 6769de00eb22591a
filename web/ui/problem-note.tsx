import { OTHER_ORGANIZATION, type Problem, SUSPENDED } from '../api/problem.ts';

interface Props {
  readonly problem: Problem;
  /** Tries the same again. */
  readonly onRetry?: (() => void) | undefined;
  /** Takes on what the service suggests instead. */
  readonly onSuggestion?: (suggestion: Record<string, unknown>) => void;
}

/** What was refused, and what can be done about it. */
export function ProblemNote({ problem, onRetry, onSuggestion }: Props) {
  const { error } = problem;
  const suggestion = 'suggestion' in error ? error.suggestion : undefined;
  return (
    <div class="problem" role="alert">
      <p>{error.message}</p>
      {'alternative' in error && error.alternative !== undefined && <p>{error.alternative}</p>}
      {error.type === 'insufficient_credits' && (
        <p>
          <a href="/app/credits">See the credits</a> that are left, and when the plan renews.
        </p>
      )}
      {problem.is('unauthorized', SUSPENDED) && (
        <p>
          <a href="/signin">Sign in for another organization</a>, if you belong to one.
        </p>
      )}
      {problem.is('insufficient_scope', OTHER_ORGANIZATION) && (
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      )}
      {suggestion && onSuggestion && (
        <button type="button" onClick={() => onSuggestion(suggestion)}>
          Use what is suggested
        </button>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
