import {
  type Shown,
  StoredResult,
  writeResult,
} from '../../../../layers/app/operations/stored-result.ts';
import { memoryArtifacts } from '../../../support/fakes/memory-artifacts.ts';

const shortfall = { damaged: [[1, 2] as const], ends_at: null };
const result = {
  shortfall,
  text: 'Äpfel\nand "pears" \u2028',
  list: Array.from({ length: 5_000 }, (_, at) => ({ at, word: 'word' })),
  left: undefined,
  last: null,
};
const artifacts = memoryArtifacts();

async function opened(key = 'result') {
  await artifacts.put('result', writeResult(result, ['sheet-1.jpg']), '');
  const stored = await StoredResult.open(artifacts, key);
  if (!stored) throw new Error('it is not stored');
  return stored;
}

async function textOf(shown: (member: string) => Shown | undefined) {
  const parts: Buffer[] = [];
  const stored = await opened();
  for await (const part of stored.answer({ job_id: 'job_1' }, shown)) parts.push(Buffer.from(part));
  return JSON.parse(Buffer.concat(parts).toString());
}

test('a result is read back member by member, behind those of its reader', async () => {
  const { text, list, last } = result;
  expect(await textOf((member) => ({ as: member }))).toEqual({ job_id: 'job_1', text, list, last });
});

test('members are left out, renamed and made anew', async () => {
  async function* counted(stored: unknown) {
    yield JSON.stringify((stored as unknown[]).length);
  }
  const shown: Record<string, Shown> = {
    text: { as: 'words' },
    list: { as: 'count', make: counted },
  };
  expect(await textOf((member) => shown[member])).toEqual({
    job_id: 'job_1',
    words: result.text,
    count: 5_000,
  });
});

test('its head is known without the rest, and small ones are had as a value', async () => {
  const stored = await opened();
  expect(stored.head).toEqual({
    shortfall,
    sheets: ['sheet-1.jpg'],
    members: ['text', 'list', 'last'],
  });
  const { text, list, last } = result;
  expect(await stored.value()).toEqual({ text, list, last });
});

test('what is no stored result, or one of an earlier form, is none', async () => {
  expect(await StoredResult.open(artifacts, 'none')).toBeUndefined();
  await artifacts.put('old', Buffer.from('{"sheets":[],"notes":[]}\n'), '');
  expect(await StoredResult.open(artifacts, 'old')).toBeUndefined();
  await artifacts.put('older', Buffer.from('{"sheets":[],"notes":[]}'), '');
  expect(await StoredResult.open(artifacts, 'older')).toBeUndefined();
});

test('a result that is shorter than it says breaks its answer off', async () => {
  const bytes = writeResult(result, []);
  await artifacts.put('short', bytes.subarray(0, bytes.length - 100), '');
  const stored = await StoredResult.open(artifacts, 'short');
  const reading = async () => {
    for await (const _ of stored?.answer({}, (member) => ({ as: member })) ?? []);
  };
  await expect(reading()).rejects.toThrow('ends in the middle of a line');
});
