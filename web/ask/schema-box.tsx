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
  /**
   * What the service says of the schema, in its own words, when it is asked for the price: nothing
   * while it was not asked.
   */
  readonly verdict: 'taken' | { readonly refused: string } | undefined;
}

/** Takes a JSON Schema, and says what is wrong with it: here whether it is JSON, the service the rest. */
export function SchemaBox({ onSchema, verdict }: Props) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const take = (next: string) => {
    setText(next);
    const { schema, fault } = read(next);
    setWrong(fault);
    onSchema(schema, fault);
  };
  const isEmpty = text.trim() === '';
  const fault = wrong ?? (!isEmpty && typeof verdict === 'object' ? verdict.refused : undefined);
  return (
    <details class="schema-box">
      <summary>Answer in a shape of your own</summary>
      <label class="field">
        JSON Schema
        <textarea
          rows={8}
          spellcheck={false}
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby="schema-fault"
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      </label>
      <p id="schema-fault" role="status" class={fault === undefined ? 'faint' : 'problem'}>
        {fault ?? (isEmpty ? 'Nothing: the answer comes in words alone.' : said(verdict))}
      </p>
      <button type="button" class="small" onClick={() => take(JSON.stringify(EXAMPLE, null, 2))}>
        Take an example
      </button>
    </details>
  );
}

const said = (verdict: Props['verdict']): string =>
  verdict === 'taken' ? 'This schema can be answered.' : 'Asking whether it can be answered…';

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
