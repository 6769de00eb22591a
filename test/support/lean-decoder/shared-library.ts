/** Tags of the dynamic section, as `elf.h` numbers them. */
const NEEDED = 1;
const STRTAB = 5;
const SYMTAB = 6;
/** Counts for programs alone: in a library it says nothing. */
const DEBUG = 0x15;
const VERSYM = 0x6ffffff0;
const VERNEED = 0x6ffffffe;
const VERNEEDNUM = 0x6fffffff;

/** Kinds of segment. */
const LOAD = 1;
const DYNAMIC = 2;

const SYMBOL_BYTES = 24;
const WEAK = 2;
/** The version of a symbol that has none. */
const UNVERSIONED = 1;

/** Whether a file is one that `withoutLibraries` reads: ELF, of 64 bits, the lesser byte first. */
export const isElf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 6).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]));

interface Entry {
  readonly at: number;
  readonly tag: number;
  readonly value: number;
}

/**
 * A copy of a shared library that is linked without some of those it needs: it loads as before, and
 * is at address 0 where it calls into one of them.
 * @param elf of 64 bits, the lesser byte first
 * @param isLeftOut asked of the name of each library that is needed, such as `libcaca.so.0`
 */
export function withoutLibraries(elf: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  const made = Buffer.from(elf);
  const entries = dynamicEntries(made);
  const placeOf = (address: number) => placeIn(made, address);
  const one = (tag: number) => {
    const entry = entries.find((each) => each.tag === tag);
    if (!entry) throw new Error(`the library has no entry ${tag.toString(16)}`);
    return entry;
  };
  const names = placeOf(one(STRTAB).value);
  const nameAt = (offset: number) =>
    made.toString('latin1', names + offset, made.indexOf(0, names + offset));

  for (const { at, tag, value } of entries) {
    if (tag === NEEDED && isLeftOut(nameAt(value))) putEntry(made, at, DEBUG, 0);
  }
  const needs = neededVersions(made, placeOf(one(VERNEED).value), one(VERNEEDNUM).value);
  const left = needs.filter(({ at }) => !isLeftOut(nameAt(made.readUInt32LE(at + 4))));
  const [first] = left;
  const begin = needs[0]?.at ?? 0;
  if (first) {
    const versions = one(VERNEED);
    putEntry(made, versions.at, VERNEED, versions.value + first.at - begin);
  }
  putEntry(made, one(VERNEEDNUM).at, VERNEEDNUM, left.length);
  for (const [i, { at }] of left.entries()) {
    made.writeUInt32LE((left[i + 1]?.at ?? at) - at, at + 12);
  }

  const gone = new Set(
    needs.filter((each) => !left.includes(each)).flatMap((each) => each.versions),
  );
  const symbols = placeOf(one(SYMTAB).value);
  const versions = placeOf(one(VERSYM).value);
  // The names follow the symbols, whose count nothing tells.
  const count = Math.floor((names - symbols) / SYMBOL_BYTES);
  for (let i = 1; i < count; i += 1) {
    const at = symbols + i * SYMBOL_BYTES;
    const isDefined = made.readUInt16LE(at + 6) !== 0;
    if (isDefined) continue;
    made.writeUInt8((WEAK << 4) | (made.readUInt8(at + 4) & 0xf), at + 4);
    const version = versions + i * 2;
    if (gone.has(made.readUInt16LE(version) & 0x7fff)) made.writeUInt16LE(UNVERSIONED, version);
  }
  return made;
}

interface Segment {
  readonly kind: number;
  readonly offset: number;
  readonly address: number;
  readonly bytes: number;
}

function segmentsOf(elf: Buffer): Segment[] {
  const from = Number(elf.readBigUInt64LE(32));
  return Array.from({ length: elf.readUInt16LE(56) }, (_, i) => {
    const at = from + i * elf.readUInt16LE(54);
    const long = (offset: number) => Number(elf.readBigUInt64LE(at + offset));
    return { kind: elf.readUInt32LE(at), offset: long(8), address: long(16), bytes: long(32) };
  });
}

/** Where in the file the bytes are that are loaded at an address. */
function placeIn(elf: Buffer, address: number): number {
  const holding = segmentsOf(elf).find(
    (each) => each.kind === LOAD && address >= each.address && address < each.address + each.bytes,
  );
  if (!holding) throw new Error(`nothing of the file is loaded at ${address}`);
  return address - holding.address + holding.offset;
}

function dynamicEntries(elf: Buffer): Entry[] {
  const dynamic = segmentsOf(elf).find(({ kind }) => kind === DYNAMIC);
  if (!dynamic) throw new Error('the file is linked to nothing');
  return Array.from({ length: dynamic.bytes / 16 }, (_, i) => {
    const at = dynamic.offset + i * 16;
    const [tag, value] = [elf.readBigUInt64LE(at), elf.readBigUInt64LE(at + 8)];
    return { at, tag: Number(tag), value: Number(value) };
  });
}

function putEntry(elf: Buffer, at: number, tag: number, value: number): void {
  elf.writeBigUInt64LE(BigInt(tag), at);
  elf.writeBigUInt64LE(BigInt(value), at + 8);
}

interface Needed {
  readonly at: number;
  /** Numbers by which symbols name the versions of this library. */
  readonly versions: readonly number[];
}

/** For each library of which versions of symbols are needed, where it stands, and which. */
function neededVersions(elf: Buffer, from: number, count: number): Needed[] {
  let at = from;
  return Array.from({ length: count }, () => {
    const here = at;
    at += elf.readUInt32LE(here + 12);
    let version = here + elf.readUInt32LE(here + 8);
    const versions = Array.from({ length: elf.readUInt16LE(here + 2) }, () => {
      const number = elf.readUInt16LE(version + 6) & 0x7fff;
      version += elf.readUInt32LE(version + 12);
      return number;
    });
    return { at: here, versions };
  });
}
