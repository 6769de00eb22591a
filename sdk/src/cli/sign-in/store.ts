import { mkdir, readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { VideoReaderError } from '../../errors.ts';
import { FOLDERS, writeOwn } from '../folders.ts';

/** What a sign-in left behind. */
export interface SignIn {
  readonly client_id: string;
  readonly access_token: string;
  readonly refresh_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

interface Kept {
  /** The service that was signed in to last. */
  readonly current?: string;
  /** By base address. */
  readonly services: Readonly<Record<string, SignIn>>;
}

const PATH = join(FOLDERS.config, 'sign-in.json');
const LOCK = `${PATH}.lock`;
const STALE_LOCK_MS = 60_000;
const LOOK_MS = 100;

/** A file that broke off, as where a machine lost its power, says nothing: sign in anew. */
async function read(): Promise<Kept> {
  const none = { services: {} };
  try {
    return { ...none, ...(JSON.parse(await readFile(PATH, 'utf8')) as Kept) };
  } catch {
    return none;
  }
}

export const signIns = {
  path: PATH,
  current: async (): Promise<string | undefined> => (await read()).current,
  find: async (service: string): Promise<SignIn | undefined> => (await read()).services[service],
  async keep(service: string, signIn: SignIn): Promise<void> {
    const { services } = await read();
    await writeOwn(PATH, { current: service, services: { ...services, [service]: signIn } });
  },
  async forget(service: string): Promise<void> {
    const { services, current } = await read();
    const { [service]: _, ...others } = services;
    const left = current === service ? {} : { current };
    await writeOwn(PATH, { ...left, services: others });
  },
};

/**
 * Does a work while no other process on this machine does one. A refresh token is good for one use:
 * two that refresh at once would end the connection.
 * @throws VideoReaderError unauthorized where nothing can be kept, and what the work throws
 */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  await mkdir(FOLDERS.config, { recursive: true, mode: 0o700 }).catch(refuse);
  while (!(await taken())) await pause(LOOK_MS);
  try {
    return await work();
  } finally {
    await rmdir(LOCK).catch(() => undefined);
  }
}

/** One process alone can make a folder; one that was killed leaves it behind. */
async function taken(): Promise<boolean> {
  try {
    await mkdir(LOCK);
    return true;
  } catch (error) {
    // Nobody who lets go of it is in the way then, and waiting would not end.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuse(error);
    const held = await stat(LOCK).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > STALE_LOCK_MS) await rmdir(LOCK).catch(() => undefined);
    return false;
  }
}

function refuse(cause: unknown): never {
  const why = (cause as NodeJS.ErrnoException).code;
  const message = `${FOLDERS.config} takes no files (${why}), and what is kept of a sign-in there has to change. Make it writable, or set VIDEO_READER_API_KEY.`;
  throw new VideoReaderError('unauthorized', message, {}, { cause });
}
