import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import type { WebhookDelivery } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Badge } from '../ui/badge.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { date } from '../ui/format.ts';
import { ListTable } from '../ui/list-table.tsx';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { useLive } from '../ui/use-live.ts';
import { answerOf, isPending, Resend, readDeliveries } from './delivery.tsx';

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
  const loaded = useLoaded(readDeliveries, []);
  useLive(loaded, isPending);
  return (
    <>
      <h2>Deliveries</h2>
      <Shown of={loaded}>
        {(deliveries) => (
          <ListTable
            name="Deliveries"
            items={deliveries}
            columns={['State', 'Receiver', 'About', 'Attempts', 'Last answer', '']}
            empty={
              <>
                Nothing was delivered yet. Calls that name a <code>webhook_url</code> are told of
                here.
              </>
            }
            row={(delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onChange={loaded.reload} />
            )}
          />
        )}
      </Shown>
    </>
  );
}

interface RowProps {
  readonly delivery: WebhookDelivery;
  readonly onChange: () => void;
}

function DeliveryRow({ delivery, onChange }: RowProps) {
  const { id, url, status, attempts, job_id, upload_id } = delivery;
  return (
    <tr>
      <td>
        <Badge state={status} />
      </td>
      <td>
        {url}
        <br />
        <code class="faint">{id}</code>
      </td>
      <td>
        <code class="faint">{job_id ?? upload_id}</code>
      </td>
      <td>{attempts}</td>
      <td>{answerOf(delivery)}</td>
      <td>
        <Resend delivery={delivery} onChange={onChange} />
      </td>
    </tr>
  );
}
