import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { useLive } from '../ui/use-live.ts';

/** What was told to receivers, and the secret that it is signed with. */
export function WebhooksPage() {
  useTitle('Webhooks');
  return (
    <section>
      <h1>Webhooks</h1>
      <Secret />
      <Deliveries />
    </section>
  );
}

function Secret() {
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<{ secret: string; previous_signs_until: string } | undefined>();
  const { problem, act } = useActing();
  const rotate = () =>
    act(async () => {
      setAsking(false);
      setMade(await bodyOf(api.POST('/v1/webhook-secret/rotate')));
    });
  return (
    <>
      <h2>Secret</h2>
      <p class="faint">
        Every delivery is signed as Standard Webhooks describes it. The secret is shown once, when
        it is made.
      </p>
      <button type="button" onClick={() => setAsking(true)}>
        Make a new secret
      </button>
      {problem && <ProblemNote problem={problem} />}
      {made && (
        <div class="note" role="status">
          <p>Copy it now: it is shown this once.</p>
          <p class="secret">
            <code>{made.secret}</code> <CopyButton text={made.secret} name="Copy the secret" />
          </p>
          <p>
            The secret before signs as well until {date(made.previous_signs_until)}: receivers can
            change over without losing a delivery.
          </p>
        </div>
      )}
      {isAsking && (
        <Confirm
          title="Make a new secret?"
          action="Make it"
          onConfirm={() => void rotate()}
          onCancel={() => setAsking(false)}
        >
          <p>For a day deliveries are signed with both, then with the new one alone.</p>
        </Confirm>
      )}
    </>
  );
}

function Deliveries() {
  const loaded = useLoaded(
    () => bodyOf(api.GET('/v1/webhooks/deliveries', { params: { query: { limit: 50 } } })),
    [],
  );
  const pending = loaded.value?.deliveries.filter(({ status }) => status === 'pending').length ?? 0;
  useLive(pending > 0, loaded.reload, pending);
  return (
    <>
      <h2>Deliveries</h2>
      <Shown of={loaded}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p class="empty">
              Nothing was delivered yet. Calls that name a <code>webhook_url</code> are told of
              here.
            </p>
          ) : (
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">State</th>
                    <th scope="col">Receiver</th>
                    <th scope="col">Attempts</th>
                    <th scope="col">Last answer</th>
                    <th scope="col">Next attempt</th>
                  </tr>
                </thead>
                <tbody>
                  {deliveries.map(
                    ({ id, url, status, attempts, last_response, next_attempt_at }) => (
                      <tr key={id}>
                        <td>
                          <Badge state={status} />
                        </td>
                        <td>
                          {url} <code class="faint">{id}</code>
                        </td>
                        <td>{attempts}</td>
                        <td>
                          {last_response &&
                            `${last_response.status ?? last_response.error} · ${date(last_response.at)}`}
                        </td>
                        <td>{next_attempt_at !== null && date(next_attempt_at)}</td>
                      </tr>
                    ),
                  )}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </>
  );
}
