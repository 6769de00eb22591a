import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import type { Connection } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Confirm } from '../ui/confirm.tsx';
import { date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

const MEANINGS: Readonly<Record<string, string>> = {
  'video:read': 'upload, read and erase videos, and spend the plan’s credits on it',
  'account:read': 'see the plan, the balance and the list of jobs',
};

/** Agents and other programs that a person let act for the organization. */
export function Connections() {
  const loaded = useLoaded(() => bodyOf(api.GET('/v1/connections')), []);
  return (
    <>
      <h2>Connected programs</h2>
      <Shown of={loaded}>
        {({ connections }) =>
          connections.length === 0 ? (
            <p class="empty">
              No program is connected. <a href="/app/connect">How to connect an agent</a>.
            </p>
          ) : (
            <ul class="rows">
              {connections.map((connection) => (
                <ConnectionRow
                  key={connection.connection_id}
                  connection={connection}
                  onChange={loaded.reload}
                />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

interface Props {
  readonly connection: Connection;
  readonly onChange: () => void;
}

function ConnectionRow({ connection, onChange }: Props) {
  const { connection_id, client_name, redirect_host, scopes, created_at, last_used_at } =
    connection;
  const name = client_name ?? redirect_host;
  const [isAsking, setAsking] = useState(false);
  const { problem, act } = useActing();
  const disconnect = () =>
    act(async () => {
      setAsking(false);
      await bodyOf(
        api.DELETE('/v1/connections/{connectionId}', {
          params: { path: { connectionId: connection_id } },
        }),
      );
      onChange();
    });
  return (
    <li>
      <span>
        <strong>{name}</strong> <span class="faint">at {redirect_host}</span>
        <br />
        <span class="faint">
          May {scopes.map((scope) => MEANINGS[scope] ?? scope).join('; ')}. Connected{' '}
          {date(created_at)}, last used {last_used_at === null ? 'never' : date(last_used_at)}
        </span>
      </span>
      <button type="button" class="small" onClick={() => setAsking(true)}>
        Disconnect<span class="hidden"> {name}</span>
      </button>
      {problem && <ProblemNote problem={problem} />}
      {isAsking && (
        <Confirm
          title={`Disconnect ${name}?`}
          action="Disconnect it"
          onConfirm={() => void disconnect()}
          onCancel={() => setAsking(false)}
        >
          <p>Its tokens end at once. To come back it has to be approved again.</p>
        </Confirm>
      )}
    </li>
  );
}
