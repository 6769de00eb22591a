import { decodeLine } from '../../../../layers/adapters/onnx/text/decode-line.ts';
import { findLines } from '../../../../layers/adapters/onnx/text/find-lines.ts';
import { joinWords } from '../../../../layers/adapters/onnx/text/join-words.ts';

const ALPHABET = ['', 'a', 'b', 'c', ' '];

/** Likelihoods of a recogniser that is sure of each step; `_` is none. */
function steps(classes: string): Float32Array {
  const values = new Float32Array(classes.length * ALPHABET.length);
  for (const [at, letter] of [...classes].entries()) {
    values[at * ALPHABET.length + Math.max(0, ALPHABET.indexOf(letter))] = 1;
  }
  return values;
}
const decoded = (classes: string) => decodeLine(steps(classes), ALPHABET.length, ALPHABET);

test.each([
  ['aa_bb__c', 'abc'],
  ['a_a', 'aa'],
  ['________', ''],
  ['a_b_c_____a_b_c', 'abc abc'],
  ['a_b c_a', 'ab ca'],
])('steps %s are the line %j', (classes, text) => {
  expect(decoded(classes).text).toBe(text);
});

test('a line is as sure as its characters are', () => {
  const values = steps('a_b');
  values[2 * ALPHABET.length + 2] = 0.5;
  expect(decodeLine(values, ALPHABET.length, ALPHABET).confidence).toBeCloseTo(0.75);
  expect(decoded('___').confidence).toBe(0);
});

/** A detector's map in which some boxes are text. */
function mapOf(boxes: readonly (readonly [number, number, number, number])[]): Float32Array {
  const map = new Float32Array(100 * 60);
  for (const [left, top, right, bottom] of boxes) {
    for (let y = top; y < bottom; y++) map.fill(0.9, y * 100 + left, y * 100 + right);
  }
  return map;
}

test('each connected part of the map is a line, grown around its middle', () => {
  const lines = findLines(
    mapOf([
      [10, 10, 50, 18],
      [10, 40, 30, 44],
    ]),
    [100, 60],
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ centerX: 30, centerY: 14, angle: 0 });
  expect(lines[0]?.width).toBeGreaterThan(40);
  expect(lines[0]?.height).toBeGreaterThan(8);
});

test('faint and tiny parts of the map are none', () => {
  const faint = mapOf([[10, 10, 50, 18]]).map((value) => value * 0.5);
  expect(findLines(faint, [100, 60])).toEqual([]);
  expect(findLines(mapOf([[10, 10, 11, 11]]), [100, 60])).toEqual([]);
});

test('a long sloping line keeps its slope', () => {
  const map = new Float32Array(100 * 60);
  for (let x = 10; x < 90; x++) {
    for (let y = 0; y < 6; y++) map[(10 + y + Math.round(x * 0.2)) * 100 + x] = 0.9;
  }
  const [line] = findLines(map, [100, 60]);
  expect(line?.angle).toBeCloseTo(Math.atan(0.2), 1);
});

const word = (centerX: number, centerY: number, width = 40, height = 20) => ({
  centerX,
  centerY,
  width,
  height,
  angle: 0,
});

test('words beside each other are one line; those below or far off are others', () => {
  expect(joinWords([word(70, 10), word(20, 12)])).toEqual([
    { centerX: 45, centerY: 11, width: 90, height: 22, angle: 0 },
  ]);
  expect(joinWords([word(20, 10), word(20, 40)])).toHaveLength(2);
  expect(joinWords([word(20, 10), word(120, 10)])).toHaveLength(2);
  expect(joinWords([word(20, 10), word(70, 10, 40, 60)])).toHaveLength(2);
});
