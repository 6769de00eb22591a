import { leftNotes } from '../../../../../layers/adapters/links/web/caption-notes.ts';

const offer = (language: string | null) =>
  ({ address: 'https://site.example/c.vtt', language, format: 'vtt' }) as const;

test('of captions in a hundred languages twenty are named', () => {
  const codes = Array.from({ length: 100 }, (_, at) => `x-${at}`);
  const [note] = leftNotes(codes.map(offer), [offer('x-0')]);
  expect(note).toContain('(x-1, x-2, ');
  expect(note).toContain('x-20 and 79 more)');
});

test('nothing is told of captions that were fetched, be it from another site', () => {
  expect(leftNotes([offer('de'), offer('de')], [offer('de')])).toEqual([]);
  expect(leftNotes([offer(null)], [])).toEqual([
    'Captions are offered beside the video in more languages than are fetched; these are not used.',
  ]);
});
