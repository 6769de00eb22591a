import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Clock } from '../../../app/ports/clock.ts';
import type { FoundMedia, LinkFinder, MediaFetcher } from '../../../app/ports/links/links.ts';
import { agedDownloader } from '../../../domain/links/downloader-age.ts';
import { platformOf } from '../../../domain/links/recognise.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { leftNotes } from '../web/caption-notes.ts';
import { PATIENCE, type Patience, watch } from '../web/patience.ts';
import type { Lane, WayOut } from '../web/way-out.ts';
import { type Abilities, abilitiesOf, fetchArgs, findArgs } from './args.ts';
import { cookieFile, requireCookieText } from './cookies.ts';
import { unavailableBy } from './errors.ts';
import { fetchedCaptions, fetchedFile } from './files.ts';
import { foundIn } from './info.ts';
import { type Ended, runYtDlp } from './process.ts';
import { FetchMeter } from './progress.ts';
import { wantedCaptions, wantedLanguages } from './wanted-captions.ts';

interface Settings {
  /** An absolute path; undefined where none is installed. */
  readonly binary: string | undefined;
  /** An absolute path. */
  readonly ffmpeg: string;
  /** An absolute path; the Node.js that runs us, where it is left out. */
  readonly node?: string;
  readonly out: Pick<WayOut, 'lane'>;
  /** Makes an empty folder, which is cleared away also when this process is killed. */
  readonly newFolder: () => Promise<string>;
  /** Of a cookies.txt, which the platforms are shown and no other page; secret. */
  readonly cookies?: string | undefined;
  readonly patience?: Patience;
  readonly now?: Clock;
}

export interface YtDlp extends LinkFinder, MediaFetcher {
  /** @throws Error when it cannot be run */
  version(): Promise<string>;
}

/** A page, its scripts and playlists; the media itself is not fetched to describe it. */
const MAX_FIND_BYTES = 256 * 1024 ** 2;
const MAX_PRINT_MS = 60_000;
const systemNow: Clock = () => new Date();
/** What programs have said of themselves to this process: to ask takes a second of CPU. */
const TOLD = new Map<string, Promise<string>>();

/**
 * Follows links by yt-dlp, the one tool that keeps up with the platforms:
 * https://github.com/yt-dlp/yt-dlp
 */
export function ytDlp({
  binary,
  ffmpeg,
  node = process.execPath,
  out,
  newFolder,
  cookies,
  patience = PATIENCE,
  now = systemNow,
}: Settings): YtDlp {
  const tools = { ffmpeg, node };
  const jar = cookies === undefined ? undefined : requireCookieText(cookies);
  const cookiesFor = (platform: ReturnType<typeof platformOf>) =>
    cookieFile(platform === 'web' ? undefined : jar, newFolder);
  const program = (): string => {
    if (binary === undefined) {
      throw sourceUnavailable(
        'unknown',
        'The service has no downloader (yt-dlp) installed here, without which it does not reach this page.',
      );
    }
    return binary;
  };
  const able = async (): Promise<Abilities> => abilitiesOf(await toldBy(program(), '--help'));
  const version = async (): Promise<string> => (await toldBy(program(), '--version')).trim();
  /** Asked for where something failed, since a release may be to blame that is not current. */
  const aged = (): Promise<string | undefined> =>
    version().then(
      (told) => agedDownloader(told, now()),
      () => undefined,
    );

  return {
    version,

    async find(link, signal) {
      const carousel = link.platform === 'instagram';
      const args = findArgs(await able(), tools, { address: unsmuggled(link.url), carousel });
      const lane = out.lane({ maxBytes: MAX_FIND_BYTES });
      const silent = watch(lane.bytes, patience.reading);
      const limited = AbortSignal.any([
        signal,
        silent.signal,
        AbortSignal.timeout(patience.lookMs),
      ]);
      const lines: string[] = [];
      const folder = await newFolder();
      const shown = await cookiesFor(link.platform);
      try {
        const run = { binary: program(), args: [...shown.args, ...args], folder, proxy: lane.url };
        const ended = await runYtDlp(run, (line) => lines.push(line), limited);
        const found = foundIn(jsonIn(lines), link.platform, link.url);
        if (found) return found;
        throw failure(ended, lane, link.platform !== 'web', await aged());
      } catch (error) {
        if (limited.aborted && !signal.aborted) {
          throw sourceUnavailable('unavailable', 'The site of the link takes too long to answer.');
        }
        throw error;
      } finally {
        silent.stop();
        lane.close();
        await shown.remove();
        await rm(folder, { recursive: true, force: true });
      }
    },

    async fetch(found, { folder, maxBytes, sink }, onProgress, signal) {
      if (found.place.kind !== 'page') throw new Error(`yt-dlp fetches no ${found.place.kind}`);
      const { address } = found.place;
      const platform = platformOf(address);
      const carousel = platform === 'instagram';
      const captions = captionPatterns(found);
      const args = fetchArgs(await able(), tools, { address, carousel, captions });
      const lane = out.lane({ maxBytes: maxBytes + MAX_FIND_BYTES });
      const meter = new FetchMeter();
      const slow = watch(lane.bytes, patience.fetching, () => !meter.fetching);
      const tooLarge = new AbortController();
      const shown = await cookiesFor(platform);
      try {
        const ended = await runYtDlp(
          { binary: program(), args: [...shown.args, ...args], folder, proxy: lane.url },
          (line) => {
            const progress = meter.read(line);
            if (progress) onProgress(progress);
            if (meter.size > maxBytes) tooLarge.abort();
          },
          AbortSignal.any([signal, slow.signal, tooLarge.signal]),
        );
        const path = await fetchedFile(folder, meter.file);
        if (path === undefined) throw failure(ended, lane, platform !== 'web', await aged());
        if ((await stat(path)).size > maxBytes) throw larger(maxBytes);
        slow.stop();
        await sink.take(path);
        const notes = leftNotes(found.captions, wantedCaptions(found));
        return { captions: await fetchedCaptions(folder), carousel: null, notes };
      } catch (error) {
        signal.throwIfAborted();
        if (tooLarge.signal.aborted) throw larger(maxBytes);
        if (slow.signal.aborted) {
          throw sourceUnavailable(
            'unavailable',
            'The site of the link sends too slowly to be waited for.',
          );
        }
        throw error;
      } finally {
        slow.stop();
        lane.close();
        await shown.remove();
      }
    },
  };
}

/** What a program says of itself; it is asked once while its file stays the same. */
async function toldBy(binary: string, option: string): Promise<string> {
  const { mtimeMs, size } = await stat(binary);
  const key = [binary, option, mtimeMs, size].join(' ');
  const known = TOLD.get(key) ?? printed(binary, option);
  TOLD.set(key, known);
  try {
    return await known;
  } catch (error) {
    // What cannot be started now may be there later.
    TOLD.delete(key);
    throw error;
  }
}

/** What one of its options prints, without a network. */
async function printed(binary: string, option: string): Promise<string> {
  const lines: string[] = [];
  const run = { binary, args: [option], folder: tmpdir() };
  const { code, said } = await runYtDlp(
    run,
    (line) => lines.push(line),
    AbortSignal.timeout(MAX_PRINT_MS),
  );
  if (code !== 0) throw new Error(`${binary} ${option} ended with ${code}: ${said}`);
  return lines.join('\n');
}

/** yt-dlp passes orders to itself behind this mark; nobody else may. */
const unsmuggled = (address: string): string => address.replace(/#__youtubedl_smuggle=.*$/s, '');

function jsonIn(lines: readonly string[]): unknown {
  const text = lines.findLast((line) => line.startsWith('{'));
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function captionPatterns(found: FoundMedia): string[] {
  if (found.captions.length === 0) return [];
  const languages = wantedLanguages(found);
  return (
    languages?.map((code) => `${code}([-_].*)?`) ?? ['all', '-live_chat', '-.*(chat|comments).*']
  );
}

/** Why there is nothing, by what the proxy refused, what we stopped, or what yt-dlp said. */
function failure({ code, said, killed }: Ended, lane: Lane, named: boolean, aged?: string) {
  const refused = lane.refusal();
  if (refused !== undefined) {
    return sourceUnavailable('unavailable', `The link is not followed: ${refused}.`, {
      cause: said,
    });
  }
  if (killed !== undefined) {
    return sourceUnavailable('unknown', 'The page takes more to read than the service gives it.', {
      cause: `${killed}: ${said}`,
    });
  }
  // Where pictures are let through, what would be an error is a warning.
  const errors = said.replace(/^WARNING: (?=.*no video)/gim, 'ERROR: ');
  return code === 0 && !/^ERROR:/m.test(errors)
    ? sourceUnavailable('no_video', undefined, { cause: said })
    : unavailableBy(errors, { named, aged });
}

const larger = (maxBytes: number) =>
  sourceUnavailable(
    'unavailable',
    `The media is larger than ${Math.floor(maxBytes / 1e6)} MB, the most that is fetched from a link here.`,
  );
