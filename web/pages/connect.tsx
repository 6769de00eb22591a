import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.tsx';
import { useTitle } from '../ui/title.ts';
import { AGENTS, CALLS, type Snippet, WAYS, type Way } from './snippets.ts';

const ways = Object.keys(WAYS) as Way[];

/** How programs come in, ready to be copied. */
export function ConnectPage() {
  useTitle('Connect');
  const [way, setWay] = useState<Way>('curl');
  const { first, calls } = WAYS[way];
  return (
    <section>
      <h1>Connect</h1>
      <div class="halves">
        <div>
          <h2>An agent</h2>
          <p>
            The connector is at <code class="whole">{location.origin}/mcp</code>. The agent brings
            you here to sign in and approve it; no key is needed.
          </p>
          {AGENTS.map((agent) => (
            <SnippetBox key={agent.name} of={agent} />
          ))}
        </div>
        <div>
          <h2>Your own program</h2>
          <p>
            <a href="/app/access">Make a key</a> and keep it in the environment. The interface is
            described at <a href="/openapi.json">/openapi.json</a>, and can be tried at{' '}
            <a href="/docs">/docs</a>.
          </p>
          <p class="actions">
            {ways.map((one) => (
              <button
                key={one}
                type="button"
                class="small"
                aria-pressed={one === way}
                onClick={() => setWay(one)}
              >
                {WAYS[one].name}
              </button>
            ))}
          </p>
          <SnippetBox of={first} />
          {calls.map((text, index) => (
            <SnippetBox key={text} of={{ name: CALLS[index] ?? '', text }} />
          ))}
        </div>
      </div>
    </section>
  );
}

function SnippetBox({ of: { name, text } }: { of: Snippet }) {
  return (
    <div class="snippet">
      <p>
        <span>{name}</span> <CopyButton text={text} />
      </p>
      <pre>{text}</pre>
    </div>
  );
}
