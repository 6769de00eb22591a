import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { api } from '../app/api.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { bytes, date } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';

interface Made {
  readonly link: string;
  readonly expires_at: string;
  readonly max_bytes: number;
}

/** Makes a link with which somebody without an account sends one file. */
export function TicketLink() {
  const [made, setMade] = useState<Made | undefined>();
  const [problem, setProblem] = useState<Problem | undefined>();
  const make = async () => {
    try {
      const { ticket, ...more } = await bodyOf(api.POST('/v1/uploads/tickets'));
      setMade({ ...more, link: `${location.origin}/u/${ticket}` });
      setProblem(undefined);
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return (
    <div class="ticket-link">
      <button type="button" class="small" onClick={() => void make()}>
        Let somebody else send a file
      </button>
      {problem && <ProblemNote problem={problem} />}
      {made && (
        <div class="note">
          <p>
            Whoever has this link can send one file of up to {bytes(made.max_bytes)} until{' '}
            {date(made.expires_at)}, without an account. The video appears here.
          </p>
          <p class="secret">
            <code>{made.link}</code> <CopyButton text={made.link} name="Copy the link" />
          </p>
        </div>
      )}
    </div>
  );
}
