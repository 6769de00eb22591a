import { useState } from 'preact/hooks';
import { bytes } from '../ui/format.ts';
import { ownMemory, uploads } from './own-uploads.ts';

/** Uploads that an earlier visit of this page began: they go on once the file is chosen again. */
export function Interrupted() {
  const [, setForgotten] = useState(0);
  const active = uploads.value.map(({ file }) => `${file.name}:${file.size}`);
  const begun = ownMemory
    .all()
    .filter(({ begun: { name, size } }) => !active.includes(`${name}:${size}`));
  if (begun.length === 0) return null;
  return (
    <div class="note">
      <h2>Not finished yet</h2>
      <p>Drop the same file again, and it goes on where it stopped.</p>
      <ul>
        {begun.map(({ key, begun: { name, size } }) => (
          <li key={key}>
            {name} <span class="faint">{bytes(size)}</span>{' '}
            <button
              type="button"
              class="small"
              onClick={() => {
                ownMemory.forgetKey(key);
                setForgotten((count) => count + 1);
              }}
            >
              Forget<span class="hidden"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
