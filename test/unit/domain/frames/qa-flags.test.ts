import { qaFlags } from '../../../../layers/domain/frames/qa-flags.ts';
import { TECHNICAL_SKIPPED } from '../../../../layers/domain/frames/technical.ts';

test('flags of a sheet come in order of time and only from its seconds', () => {
  const technical = {
    ...TECHNICAL_SKIPPED,
    scene_cuts: [1, 12.4, 20],
    freezes: [{ start: 3, end: 5.2, duration: 2.2 }],
    silence_gaps: [{ start: 14, end: 30, duration: 16 }],
  };
  expect(qaFlags(technical, [4, 20])).toEqual([
    'freeze:3.00-5.20',
    'cut:12.40',
    'silence:14.00-30.00',
  ]);
});
