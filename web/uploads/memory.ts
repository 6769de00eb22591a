import type { UploadMemory } from '../../sdk/src/upload/memory.ts';

const PREFIX = 'upload:';
/** Storage gives up what did not go on for seven days. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** An upload that was begun in this browser. The file itself has to be chosen again. */
export interface Begun {
  readonly name: string;
  readonly size: number;
  readonly began_at: number;
  /** What the client goes on with. */
  readonly client: string;
  /** All of it arrived, and it is no video: there is nothing to go on with. */
  readonly refused?: boolean;
}

type Named = Pick<File, 'name' | 'size' | 'lastModified'>;

/** @param of a ticket where the upload is by one, else the organization */
const keyOf = ({ name, size, lastModified }: Named, of: string): string =>
  `${PREFIX}${of.slice(-16)}:${size}:${lastModified}:${name}`;

/** Undefined in a browser that blocks cookies: it blocks storage with them, and throws. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const keysOf = (of: string): string[] =>
  Object.keys(storage() ?? {}).filter((key) => key.startsWith(`${PREFIX}${of.slice(-16)}:`));

function read(key: string): Begun | undefined {
  try {
    const begun = JSON.parse(storage()?.getItem(key) ?? '') as Begun;
    return Date.now() - begun.began_at < KEPT_MS ? begun : undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, begun: Begun): void {
  try {
    storage()?.setItem(key, JSON.stringify(begun));
  } catch {
    // Without storage the upload goes on as long as the page is open.
  }
}

/**
 * What is remembered of uploads over a reload: which file went where.
 * @param whose the ticket or the organization that it is for. Who signs in next in this browser is
 * shown no files of another one, and could not go on with them.
 */
export const uploadMemory = (whose: () => string) => ({
  /** Where the client remembers one file, under a key of the page's own. */
  ofFile(file: Named): UploadMemory {
    const key = () => keyOf(file, whose());
    return {
      getItem: () => read(key())?.client ?? null,
      setItem: (_, client) =>
        keep(key(), { name: file.name, size: file.size, began_at: Date.now(), client }),
      removeItem: () => storage()?.removeItem(key()),
    };
  },
  /** So that the same file is refused again without being sent again. */
  refuse(file: Named): void {
    const key = keyOf(file, whose());
    const begun = read(key);
    if (begun) keep(key, { ...begun, refused: true });
  },
  /** Whether a file that arrived was refused: a ticket takes no other one then. */
  hasRefused: (): boolean => keysOf(whose()).some((key) => read(key)?.refused),
  forget: (file: Named): void => storage()?.removeItem(keyOf(file, whose())),
  /** Uploads that stopped before their end. */
  all(): { readonly key: string; readonly begun: Begun }[] {
    return keysOf(whose()).flatMap((key) => {
      const begun = read(key);
      if (begun) return begun.refused ? [] : [{ key, begun }];
      storage()?.removeItem(key);
      return [];
    });
  },
  forgetKey: (key: string): void => storage()?.removeItem(key),
});
