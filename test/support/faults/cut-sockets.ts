import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LOOK_MS = 40;

/** Ends the connection of a local port at once, from outside both of its processes. */
const endSocket = (port: number) =>
  run('ss', ['-K', 'src', '127.0.0.1', 'sport', '=', String(port)]).catch(() => undefined);

/**
 * Whether this machine lets a connection be ended from outside, which takes rights and a kernel
 * that can.
 */
export async function canCutSockets(): Promise<boolean> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const cut = once(socket, 'close').then(
    () => true,
    () => true,
  );
  await endSocket(socket.localPort ?? 0);
  const could = await Promise.race([cut, wait(1000, false)]);
  socket.destroy();
  server.close();
  return could;
}

/** A connection that a process of this machine holds open. */
interface Held {
  readonly pid: number;
  readonly port: number;
}

async function connectionsOf(program: string): Promise<Held[]> {
  const { stdout } = await run('ss', ['-tnpH', 'state', 'established']);
  return stdout.split('\n').flatMap((line) => {
    const [, port] = /127\.0\.0\.1:(\d+)\s+127\.0\.0\.1:\d+/.exec(line) ?? [];
    const [, pid] = new RegExp(`"${program}",pid=(\\d+)`).exec(line) ?? [];
    return pid && port ? [{ pid: Number(pid), port: Number(port) }] : [];
  });
}

/** The parent is the second field after the name, which may hold anything but its own bracket. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/**
 * Ends connections of decoders that a process has started, a while after each began.
 * @param times how many, one after the other
 */
export function cutDecoders(parent: number, times: number, afterMs: number) {
  let hits = 0;
  let stopped = false;
  const seen = new Set<number>();
  const look = async () => {
    while (!stopped && hits < times) {
      for (const { pid, port } of await connectionsOf('ffmpeg')) {
        if (seen.has(port) || hits >= times || (await parentOf(pid)) !== parent) continue;
        seen.add(port);
        await wait(afterMs);
        const open = (await connectionsOf('ffmpeg')).some((held) => held.port === port);
        if (!open) continue;
        await endSocket(port);
        hits += 1;
      }
      await wait(LOOK_MS);
    }
  };
  const looking = look();
  return {
    hits: () => hits,
    stop: async () => {
      stopped = true;
      await looking;
    },
  };
}
