import { A, LIST } from './memory';

/** Cells in a line of a fine picture: as many as a number has bits. */
const SIDE: i32 = 64;
const rows: StaticArray<u64> = new StaticArray<u64>(64);

/** Lists the cells of a line that are set in `bits`; says how many are listed now. */
@inline
function list(bits: u64, y: i32, listed: i32): i32 {
  for (; bits != 0; bits &= bits - 1) {
    store<u16>(LIST + (listed << 1), y * SIDE + <i32>ctz(bits));
    listed++;
  }
  return listed;
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

export function listGroup(reach: i32): i32 {
  let size = 0;
  for (let y = 0; y < SIDE && size == 0; y++) {
    const bits = unchecked(rows[y]);
    if (bits == 0) continue;
    size = list(bits & (~bits + 1), y, 0);
    unchecked((rows[y] = bits & (bits - 1)));
  }
  for (let place = 0; place < size; place++) {
    const cell = <i32>load<u16>(LIST + (place << 1));
    const x = cell & (SIDE - 1);
    const y = cell >> 6;
    const from = max(0, x - reach);
    const to = min(SIDE - 1, x + reach);
    const near = (u64.MAX_VALUE << from) & (u64.MAX_VALUE >> (SIDE - 1 - to));
    const lowest = min(SIDE - 1, y + reach);
    for (let ny = max(0, y - reach); ny <= lowest; ny++) {
      const row = unchecked(rows[ny]);
      const found = row & near;
      if (found == 0) continue;
      unchecked((rows[ny] = row & ~found));
      size = list(found, ny, size);
    }
  }
  return size;
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
  let listed = 0;
  for (let y = 0; y < SIDE; y++) listed = list(within(y, near) & ~within(y, clear), y, listed);
  return listed;
}
