import type { OracleAnswer, OracleCall } from './oracle-server.ts';

/**
 * A tile by its place: the second that its sheet's list names, and the frame code in its pixels.
 */
export interface PlacedCode {
  readonly second: number;
  readonly code: number;
}

/** The tiles of a call, as the list of seconds in its text has them. */
export function placedCodes({ text, sheets }: Pick<OracleCall, 'text' | 'sheets'>): PlacedCode[] {
  const lists = [...text.matchAll(/^Sheet \d+: tiles at (.*)$/gm)];
  return lists.flatMap(([, list = ''], at) =>
    list.split(', ').map((stamp, place) => ({
      second: Number.parseFloat(stamp),
      code: sheets[at]?.[place] ?? -1,
    })),
  );
}

const NOTHING = { sentences: [], fields: [], missing: [], doubtful: [] };
const STATEMENT = /^claim (\d+): .*?(\d+)\.? \((\d+\.\d\d)s\)$/gm;

/**
 * A model that goes by places alone: it names the second of the list's place at which it sees a
 * code, and judges claims in the same way. Stamps are copied off the list, so that only pixels tell
 * whether it saw.
 * @param target the code whose first appearance is asked for
 */
export const readsByPlace =
  (target: number) =>
  (call: OracleCall): OracleAnswer => {
    const tiles = placedCodes(call).sort((a, b) => a.second - b.second);
    const stamp = (tile: PlacedCode | undefined) => `${(tile?.second ?? 0).toFixed(2)}s`;
    const all = placedCodes(call);
    const stamps = { first: stamp(all[0]), last: stamp(all.at(-1)) };
    const found = tiles.find(({ code }) => code >= target);
    if (call.pass === 'survey') {
      const open = found
        ? [{ from: found.second - 0.5, to: found.second + 0.5, why: 'the code' }]
        : [];
      return { content: { stamps, notes: [], open } };
    }
    if (call.pass === 'check') {
      const verdicts = [...call.text.matchAll(STATEMENT)].map(([, claim, code, second]) => {
        const shows = tiles.some(
          (tile) => tile.code === Number(code) && Math.abs(tile.second - Number(second)) < 0.006,
        );
        const verdict = shows ? 'supported' : 'contradicted';
        return { claim: Number(claim), verdict, reason: 'That is what the tile shows.' };
      });
      return { content: { verdicts } };
    }
    if (!found) {
      const missing = [{ field: 'question', reason: 'No such code is shown.' }];
      return { content: { stamps, ...NOTHING, missing } };
    }
    const { second, code } = found;
    return {
      content: {
        stamps,
        ...NOTHING,
        sentences: [{ text: `The code is ${code}.`, seconds: [second] }],
        fields: [{ path: 'code', json: String(code), seconds: [second], reason: '' }],
      },
    };
  };
