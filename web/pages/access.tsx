import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import type { ApiKey } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { date } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { Connections } from './connections.tsx';

/** API keys, and the programs that were connected. */
export function AccessPage() {
  useTitle('Keys');
  return (
    <section>
      <h1>Keys and connections</h1>
      <Keys />
      <Connections />
    </section>
  );
}

interface Made {
  readonly name: string;
  readonly key: string;
}

function Keys() {
  const loaded = useLoaded(() => bodyOf(api.GET('/v1/keys')), []);
  const [made, setMade] = useState<Made | undefined>();
  return (
    <>
      <h2>API keys</h2>
      <p class="faint">
        For your own programs, which send one as <code>Authorization: Bearer</code>. A key spends
        bought credits. Keep it out of source and out of pages.
      </p>
      <NewKey
        onMade={(key) => {
          setMade(key);
          loaded.reload();
        }}
      />
      {made && (
        <div class="note" role="status">
          <p>
            This is <strong>{made.name}</strong>. Copy it now: it is shown this once.
          </p>
          <p class="secret">
            <code>{made.key}</code> <CopyButton text={made.key} name="Copy the key" />{' '}
            <button type="button" class="small" onClick={() => setMade(undefined)}>
              I have kept it
            </button>
          </p>
        </div>
      )}
      <Shown of={loaded}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p class="empty">There is no key. Name one above to make it.</p>
          ) : (
            <ul class="rows">
              {keys.map((key) => (
                <KeyRow key={key.key_id} apiKey={key} onChange={loaded.reload} />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

function NewKey({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('');
  const { problem, act } = useActing();
  const create = () =>
    act(async () => {
      onMade(await bodyOf(api.POST('/v1/keys', { body: { name } })));
      setName('');
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div class="fields">
        <label class="field">
          What it is for
          <input
            required
            maxLength={100}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Make a key
        </button>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  );
}

/** Whoever pressed “Rename” writes next. */
const writeIn = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};

function KeyRow({ apiKey, onChange }: { apiKey: ApiKey; onChange: () => void }) {
  const { key_id, name, last4, created_at, last_used_at } = apiKey;
  const [isAsking, setAsking] = useState(false);
  const [newName, setNewName] = useState<string | undefined>();
  const { problem, act } = useActing();
  const path = { params: { path: { keyId: key_id } } };
  const revoke = () =>
    act(async () => {
      setAsking(false);
      await bodyOf(api.DELETE('/v1/keys/{keyId}', path));
      onChange();
    });
  const rename = (to: string) =>
    act(async () => {
      await bodyOf(api.PATCH('/v1/keys/{keyId}', { ...path, body: { name: to } }));
      setNewName(undefined);
      onChange();
    });
  return (
    <li>
      {newName === undefined ? (
        <span>
          <strong>{name}</strong> <code>…{last4}</code>
          <br />
          <span class="faint">
            Made {date(created_at)}, last used{' '}
            {last_used_at === null ? 'never' : date(last_used_at)}
          </span>
        </span>
      ) : (
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            void rename(newName);
          }}
        >
          <label class="field">
            New name
            <input
              ref={writeIn}
              required
              maxLength={100}
              value={newName}
              onInput={({ currentTarget }) => setNewName(currentTarget.value)}
            />
          </label>
          <button type="submit">Save</button>
        </form>
      )}
      <span class="actions">
        <button
          type="button"
          class="small"
          onClick={() => setNewName(newName === undefined ? name : undefined)}
        >
          {newName === undefined ? 'Rename' : 'Leave it'}
          <span class="hidden"> {name}</span>
        </button>
        <button type="button" class="small" onClick={() => setAsking(true)}>
          Revoke<span class="hidden"> {name}</span>
        </button>
      </span>
      {problem && <ProblemNote problem={problem} />}
      {isAsking && (
        <Confirm
          title={`Revoke ${name}?`}
          action="Revoke it"
          onConfirm={() => void revoke()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Programs that use the key ending in <code>{last4}</code> are refused from now on. A
            revoked key cannot be brought back.
          </p>
        </Confirm>
      )}
    </li>
  );
}
