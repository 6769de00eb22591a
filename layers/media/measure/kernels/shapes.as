import { A, LIST, SIZES } from './memory';

/** Cells in a line of a fine picture: as many as a number has bits. */
const SIDE: i32 = 64;
const rows: StaticArray<u64> = new StaticArray<u64>(64);

/** Lists the cells of a line that are set in `bits`, at a place; says where the list ends then. */
@inline
function list(bits: u64, y: i32, end: usize): usize {
  for (; bits != 0; bits &= bits - 1) {
    store<u16>(end, y * SIDE + <i32>ctz(bits));
    end += 2;
  }
  return end;
}

export function takeMask(): void {
  for (let y = 0; y < SIDE; y++) {
    let bits: u64 = 0;
    for (let x = 0; x < SIDE; x += 16) {
      const cells = v128.load(A + y * SIDE + x);
      bits |= (<u64>(<u32>i8x16.bitmask(i8x16.eq(cells, i8x16.splat(1))))) << x;
    }
    unchecked((rows[y] = bits));
  }
}

/** Lists the next group of the mask at a place; says where the list ends then. */
function listGroup(reach: i32, from: usize): usize {
  let end = from;
  for (let y = 0; y < SIDE && end == from; y++) {
    const bits = unchecked(rows[y]);
    if (bits == 0) continue;
    end = list(bits & (~bits + 1), y, end);
    unchecked((rows[y] = bits & (bits - 1)));
  }
  for (let place = from; place < end; place += 2) {
    const cell = <i32>load<u16>(place);
    const x = cell & (SIDE - 1);
    const y = cell >> 6;
    const first = max(0, x - reach);
    const last = min(SIDE - 1, x + reach);
    const near = (u64.MAX_VALUE << first) & (u64.MAX_VALUE >> (SIDE - 1 - last));
    const lowest = min(SIDE - 1, y + reach);
    for (let ny = max(0, y - reach); ny <= lowest; ny++) {
      const row = unchecked(rows[ny]);
      const found = row & near;
      if (found == 0) continue;
      unchecked((rows[ny] = row & ~found));
      end = list(found, ny, end);
    }
  }
  return end;
}

export function listGroups(reach: i32, least: i32): i32 {
  let count = 0;
  let from = LIST;
  for (let end = listGroup(reach, from); end > from; end = listGroup(reach, from)) {
    const size = <i32>(end - from) >> 1;
    if (size < least) continue;
    store<u16>(SIZES + (count << 1), size);
    count++;
    from = end;
  }
  return count;
}

/** How many cells each column and each line has, and how many lines have so many. */
const across: usize = memory.data(64, 16);
const down: usize = memory.data(64, 16);
const filled: usize = memory.data(80, 16);

@inline
function countOne(counts: usize, line: i32): void {
  store<u8>(counts + line, load<u8>(counts + line) + 1);
}

/** Cells in a well filled line: four fifths of the lines that have any hold no more. */
function fullLine(counts: usize): i32 {
  memory.fill(filled, 0, SIDE + 1);
  let lines = 0;
  for (let i = 0; i < SIDE; i++) {
    const cells = <i32>load<u8>(counts + i);
    if (cells == 0) continue;
    countOne(filled, cells);
    lines++;
  }
  if (lines == 0) return 0;
  let left = <i32>(0.8 * <f64>(lines - 1));
  for (let cells = 1; cells <= SIDE; cells++) {
    left -= <i32>load<u8>(filled + cells);
    if (left < 0) return cells;
  }
  return SIDE;
}

@inline
function isFewer(counts: usize, line: i32, least: f64): bool {
  return <f64>load<u8>(counts + line) < least;
}

export function trim(size: i32, tall: f64, wide: f64): i32 {
  const end = LIST + (size << 1);
  let x0 = SIDE;
  let y0 = SIDE;
  let x1 = 0;
  let y1 = 0;
  for (let place = LIST; place < end; place += 2) {
    const cell = <i32>load<u16>(place);
    x0 = min(x0, cell & (SIDE - 1));
    x1 = max(x1, (cell & (SIDE - 1)) + 1);
    y0 = min(y0, cell >> 6);
    y1 = max(y1, (cell >> 6) + 1);
  }
  for (let turn = 0; turn < 2; turn++) {
    memory.fill(across, 0, SIDE);
    memory.fill(down, 0, SIDE);
    for (let place = LIST; place < end; place += 2) {
      const cell = <i32>load<u16>(place);
      const x = cell & (SIDE - 1);
      const y = cell >> 6;
      if (x < x0 || x >= x1 || y < y0 || y >= y1) continue;
      countOne(across, x);
      countOne(down, y);
    }
    const leastDown = tall * <f64>fullLine(down);
    while (y1 - y0 > 2 && isFewer(down, y0, leastDown)) y0++;
    while (y1 - y0 > 2 && isFewer(down, y1 - 1, leastDown)) y1--;
    const leastAcross = wide * <f64>fullLine(across);
    while (x1 - x0 > 4 && isFewer(across, x0, leastAcross)) x0++;
    while (x1 - x0 > 4 && isFewer(across, x1 - 1, leastAcross)) x1--;
  }
  let kept = LIST;
  for (let place = LIST; place < end; place += 2) {
    const cell = <i32>load<u16>(place);
    const x = cell & (SIDE - 1);
    const y = cell >> 6;
    if (x < x0 || x >= x1 || y < y0 || y >= y1) continue;
    store<u16>(kept, cell);
    kept += 2;
  }
  return <i32>(kept - LIST) >> 1;
}

/** The bits of a line with those up to `reach` places beside them. */
@inline
function spread(bits: u64, reach: i32): u64 {
  let all = bits;
  for (let k = 1; k <= reach; k++) all |= (bits << k) | (bits >> k);
  return all;
}

@inline
function within(y: i32, reach: i32): u64 {
  let all: u64 = 0;
  const lowest = min(SIDE - 1, y + reach);
  for (let ny = max(0, y - reach); ny <= lowest; ny++) all |= unchecked(rows[ny]);
  return spread(all, reach);
}

export function listRing(size: i32, near: i32, clear: i32): i32 {
  for (let y = 0; y < SIDE; y++) unchecked((rows[y] = 0));
  for (let place = 0; place < size; place++) {
    const cell = <i32>load<u16>(LIST + (place << 1));
    const y = cell >> 6;
    unchecked((rows[y] = rows[y] | (<u64>1 << (cell & (SIDE - 1)))));
  }
  let end = LIST;
  for (let y = 0; y < SIDE; y++) end = list(within(y, near) & ~within(y, clear), y, end);
  return <i32>(end - LIST) >> 1;
}
