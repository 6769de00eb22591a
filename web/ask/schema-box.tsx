import { useState } from 'preact/hooks';

const EXAMPLE = {
  type: 'object',
  properties: {
    cuts: { type: 'integer', description: 'How many cuts there are' },
    mood: { type: 'string' },
  },
  required: ['cuts'],
};

interface Props {
  /** A schema, nothing, or why what was written is none. */
  readonly onSchema: (schema: object | undefined, wrong: string | undefined) => void;
}

/** Takes a JSON Schema, and says at once what is wrong with it. The service judges the rest. */
export function SchemaBox({ onSchema }: Props) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const take = (next: string) => {
    setText(next);
    const { schema, fault } = read(next);
    setWrong(fault);
    onSchema(schema, fault);
  };
  return (
    <details class="schema-box">
      <summary>Answer in a shape of your own</summary>
      <label class="field">
        JSON Schema
        <textarea
          rows={8}
          spellcheck={false}
          value={text}
          aria-invalid={wrong !== undefined}
          aria-describedby="schema-fault"
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      </label>
      <p id="schema-fault" role="status" class={wrong === undefined ? 'faint' : 'problem'}>
        {wrong ??
          (text.trim() === '' ? 'Nothing: the answer comes in words alone.' : 'It is JSON.')}
      </p>
      <button type="button" class="small" onClick={() => take(JSON.stringify(EXAMPLE, null, 2))}>
        Take an example
      </button>
    </details>
  );
}

function read(text: string): { schema?: object; fault?: string } {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { schema: value };
    }
    return { fault: 'A schema is an object: it begins with {.' };
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}
