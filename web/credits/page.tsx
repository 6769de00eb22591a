import { useState } from 'preact/hooks';
import type { CreditsResult, LedgerEntry } from '../api/types.ts';
import { useActing } from '../ui/acting.ts';
import { credits, date, number } from '../ui/format.ts';
import { ListTable } from '../ui/list-table.tsx';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { Chart } from './chart.tsx';
import { PAGE, readCredits } from './read-credits.ts';
import { saveLedger } from './save-ledger.ts';

/** What is left, where it went, and every movement. */
export function CreditsPage() {
  useTitle('Credits');
  const loaded = useLoaded(() => readCredits(), []);
  return (
    <section>
      <h1>Credits</h1>
      <Shown of={loaded}>
        {(result) => (
          <>
            <Balances of={result} />
            <Ledger first={result.ledger} />
          </>
        )}
      </Shown>
    </section>
  );
}

function Balances({ of }: { of: CreditsResult }) {
  const { tier, plan, credits_balance, credits_renew_at, topup_balance, tool_balance } = of;
  return (
    <>
      <dl class="balances">
        <div>
          <dt>Plan, {tier}</dt>
          <dd>{number(credits_balance)}</dd>
          <dd class="faint">
            of {number(plan.monthly_credits)} a month
            {credits_renew_at !== null && `, renewed ${date(credits_renew_at)}`}
          </dd>
        </div>
        <div>
          <dt>For the dashboard and agents</dt>
          <dd>{number(tool_balance)}</dd>
          <dd class="faint">spent when the plan’s are</dd>
        </div>
        <div>
          <dt>For API keys</dt>
          <dd>{number(topup_balance)}</dd>
          <dd class="faint">bought; they do not run out with time</dd>
        </div>
      </dl>
      {credits_balance + tool_balance === 0 && (
        <p class="note">
          This page and connected agents have no credits left: reads and questions from here are
          refused until the plan renews.
        </p>
      )}
      <p class="faint">
        {plan.concurrency} jobs at once, videos kept {plan.retention_days} days, up to{' '}
        {plan.max_video_minutes} minutes in one call.
      </p>
    </>
  );
}

function Ledger({ first }: { first: readonly LedgerEntry[] }) {
  const [entries, setEntries] = useState(first);
  const [isWhole, setWhole] = useState(first.length < PAGE);
  const [filter, setFilter] = useState('');
  const { problem, act } = useActing();
  const older = () =>
    act(async () => {
      const { ledger } = await readCredits(entries.at(-1)?.at);
      setEntries([...entries, ...ledger]);
      setWhole(ledger.length < PAGE);
    });
  if (entries.length === 0) return <p class="empty">Nothing was charged or added yet.</p>;
  const kinds = [...new Set(entries.map(({ reason }) => reason.split(':')[0] ?? reason))];
  const shown = entries.filter(({ reason }) => filter === '' || reason.split(':')[0] === filter);
  return (
    <>
      <h2>By day</h2>
      <Chart entries={entries} />
      <h2>Every movement</h2>
      <div class="fields">
        <label class="field">
          Only
          <select value={filter} onChange={({ currentTarget }) => setFilter(currentTarget.value)}>
            <option value="">everything</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void act(() => saveLedger(entries, isWhole))}>
          All of it as CSV
        </button>
      </div>
      <ListTable
        name="Every movement"
        items={shown}
        columns={['When', 'What', 'Credits', 'Wallet', 'Left in it']}
        empty="No movement of this kind is among those that are loaded."
        row={({ at, reason, delta, wallet, balance_after }) => (
          <tr key={at}>
            <td class="figure">{date(at)}</td>
            <td>{reason}</td>
            <td class="figure">
              {delta > 0 && '+'}
              {number(delta)}
            </td>
            <td>{wallet}</td>
            <td class="figure">{credits(balance_after)}</td>
          </tr>
        )}
      />
      {problem && <ProblemNote problem={problem} />}
      {!isWhole && (
        <button type="button" onClick={() => void older()}>
          Older
        </button>
      )}
    </>
  );
}
