import { readdir, readFile, readlink } from 'node:fs/promises';

export interface ListeningSocket {
  /** As in an address on the net: 127.0.0.1, 0.0.0.0, ::1. */
  readonly address: string;
  readonly port: number;
  readonly command: string;
}

const LISTENING = '0A';

/**
 * The TCP sockets that a process and its descendants listen on, as the kernel of Linux tells it.
 */
export async function listeningSockets(pid: number): Promise<ListeningSocket[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const byInode = new Map<string, { address: string; port: number }>();
  for (const line of tables.flatMap((table) => table.trim().split('\n').slice(1))) {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    if (state === LISTENING) byInode.set(inode, endpoint(local));
  }
  const found: ListeningSocket[] = [];
  for (const each of await familyOf(pid)) {
    const command = await readFile(`/proc/${each}/comm`, 'utf8').catch(() => '');
    for (const inode of await socketsOf(each)) {
      const socket = byInode.get(inode);
      if (socket) found.push({ ...socket, command: command.trim() });
    }
  }
  return found;
}

/** A process, its children, and theirs. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0));
  }
  const family = [pid];
  for (const one of family)
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  return family;
}

/** Inodes of the sockets that a process holds. */
async function socketsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(
    names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
  );
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** Reads `0100007F:1F90`: words of 32 bits in the order of this machine's bytes, and the port. */
function endpoint(text: string): { address: string; port: number } {
  const [hex = '', port = ''] = text.split(':');
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    [...Buffer.from(word, 'hex')].reverse(),
  );
  const v4 = bytes.slice(-4).join('.');
  const isMapped =
    bytes.length === 16 && Buffer.from(bytes.slice(0, 12)).toString('hex') === MAPPED;
  if (bytes.length === 4 || isMapped) return { address: v4, port: Number.parseInt(port, 16) };
  const words = Array.from({ length: 8 }, (_, at) => Buffer.from(bytes).readUInt16BE(at * 2));
  const { hostname } = new URL(`http://[${words.map((word) => word.toString(16)).join(':')}]`);
  return { address: hostname.slice(1, -1), port: Number.parseInt(port, 16) };
}

const MAPPED = '00000000000000000000ffff';
