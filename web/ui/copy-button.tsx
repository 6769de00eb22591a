import { useState } from 'preact/hooks';

/** Copies a text, and says that it did. */
export function CopyButton({ text, name = 'Copy' }: { text: string; name?: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Select it and copy it by hand');
    }
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span role="status">{said || name}</span>
    </button>
  );
}
