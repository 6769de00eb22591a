import { setTimeout as wait } from 'node:timers/promises';
import {
  type FetchProgress,
  type FetchRound,
  type MediaSink,
  RoundOver,
} from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { emptyAtSite, sourceUnavailable } from '../../../domain/links/source-errors.ts';
import {
  isOfAnother,
  isTakenBack,
  rangeOf,
  refuseAfterwards,
  refuseStatus,
  worksOnce,
} from '../web/answers.ts';
import { openAgain } from '../web/open-again.ts';
import { sniff } from '../web/sniff.ts';
import { isPacked, unpacked } from '../web/unpacked.ts';
import { type Answer, letGo, type Web } from '../web/web.ts';

/** Connections that brought nothing before a fetch is given up. */
const MAX_FRUITLESS = 4;
/** How often a file is begun anew because it changed in the meantime, or is not sent in parts. */
const MAX_BEGINNINGS = 3;
const FIRST_PAUSE_MS = 250;

interface Fetching {
  readonly web: Web;
  readonly address: string;
  /** Set when the site has given the beginning of the file already, to who asked for `askedAt`. */
  readonly seen?: { readonly askedAt: string } | undefined;
  readonly sink: Pick<MediaSink, 'write' | 'end'>;
  readonly maxBytes: number;
  readonly onBytes: (bytes: number, of: number | null) => void;
  readonly signal: AbortSignal;
  readonly round?: FetchRound | undefined;
}

/**
 * Fetches a file of any size. A connection that breaks is taken up where it broke, by Range with
 * If-Range, and so is one of a round before.
 * @throws DomainError source_unavailable; RoundOver
 */
export async function fetchFile(fetching: Fetching): Promise<void> {
  const { web, seen, sink, maxBytes, onBytes, signal: callers, round } = fetching;
  const signal = round ? AbortSignal.any([callers, round.over]) : callers;
  let have = round?.from?.bytes ?? 0;
  let of: number | null = round?.from?.of ?? null;
  let version: string | undefined = round?.from?.version;
  let beginnings = round?.from?.beginnings ?? 0;
  let address = fetching.address;
  let sendsParts = round?.from !== undefined;
  let fruitless = 0;
  let hasChanged = false;
  while (have === 0 || of === null || have < of) {
    if (round?.over.aborted) endRound();
    const before = have;
    const resumes = have > 0 && version !== undefined;
    if (!resumes) have = 0;
    if (have === 0 && ++beginnings > MAX_BEGINNINGS) throw hasChanged ? changed() : stopsShort();
    const headers = asking(have, version);
    const answer = await openAgain(web, address, { headers, signal }).catch(quiet);
    if (answer) {
      // What ends where it was to go on had another length than it said.
      if (answer.status === 416 && have > 0) throw changed();
      if (seen && address !== seen.askedAt && isTakenBack(answer)) {
        // Where a redirect led to has run out; it may lead to a new address.
        letGo(answer.body);
        address = seen.askedAt;
        continue;
      }
      if (seen || have > 0) refuseAfterwards(answer);
      else refuseStatus(answer);
      const range = rangeOf(answer);
      const goesOn = range ? range.first === have : have === 0 || answer.status !== 206;
      if (!goesOn || (have > 0 && !range && ++beginnings > MAX_BEGINNINGS)) {
        letGo(answer.body);
        throw changed();
      }
      if (have > 0 && range && isOfAnother(version, answer)) {
        // The rest of another version: that one is asked for from its beginning.
        letGo(answer.body);
        have = 0;
        hasChanged = true;
        continue;
      }
      // Another version came, whole: it takes the place of what was fetched.
      if (!range) have = 0;
      if (have === 0) {
        of = range?.total ?? lengthOf(answer);
        version = versionOf(answer);
      } else if (range?.total !== undefined && of !== null && range.total !== of) throw changed();
      if (of !== null && of > maxBytes) throw tooLarge(maxBytes);
      sendsParts ||= range !== undefined || answer.header('accept-ranges') === 'bytes';
      round?.comes(underWay);
      const ended = await take(answer);
      if (ended && (of === null || have >= of)) break;
    }
    fruitless = have > before ? 0 : fruitless + 1;
    if (fruitless > MAX_FRUITLESS) throw brokenOff();
    const pause = wait(FIRST_PAUSE_MS * 2 ** fruitless, undefined, { signal });
    await pause.catch(() => callers.throwIfAborted());
  }
  if (have === 0) throw emptyAtSite();
  await sink.end();

  /** Writes what comes; false when the connection broke. */
  async function take(answer: Answer): Promise<boolean> {
    let failed: unknown;
    try {
      for await (const chunk of unpacked(answer) as AsyncIterable<Buffer>) {
        if (seen && have === 0 && (await isPage(chunk))) throw worksOnce('sent a page');
        await sink.write(chunk, have).catch((error: unknown) => {
          failed = error;
          throw error;
        });
        have += chunk.length;
        if (have > maxBytes) throw tooLarge(maxBytes);
        onBytes(have, of);
      }
      return true;
    } catch (error) {
      callers.throwIfAborted();
      if (error instanceof DomainError || error === failed) throw error;
      return false;
    } finally {
      letGo(answer.body);
    }
  }

  function quiet(error: unknown): undefined {
    callers.throwIfAborted();
    if (round?.over.aborted) return undefined;
    if (have === 0 || !(error instanceof DomainError)) throw error;
    return undefined;
  }

  function underWay() {
    return sendsParts && version !== undefined ? { version, of, beginnings } : undefined;
  }

  function endRound(): never {
    if (underWay()) throw new RoundOver('the file goes on in another round');
    throw notInParts();
  }
}

/** By its bytes alone: what is called a page may be a file, and was taken for one. */
const isPage = async (beginning: Buffer): Promise<boolean> =>
  (await sniff(beginning, undefined)).kind === 'page';

const asking = (have: number, version: string | undefined): Readonly<Record<string, string>> => ({
  'accept-encoding': 'identity',
  ...(have > 0 && version !== undefined && { range: `bytes=${have}-`, 'if-range': version }),
});

/**
 * What tells two versions of a file apart; RFC 9110, section 13.1.5 takes no weak ETag for this.
 */
function versionOf(answer: Answer): string | undefined {
  // Parts of what is packed do not go on where the unpacked file broke off.
  if (isPacked(answer)) return undefined;
  const { header } = answer;
  const etag = header('etag');
  return etag?.startsWith('"') ? etag : header('last-modified');
}

function lengthOf(answer: Answer): number | null {
  const length = isPacked(answer) ? undefined : answer.header('content-length');
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/**
 * Bytes by time, as what is left to wait.
 * @param before bytes that were there before
 */
export function progressOver(
  onProgress: (progress: FetchProgress) => void,
  { before = 0, now = Date.now }: { before?: number; now?: () => number } = {},
): (bytes: number, of: number | null) => void {
  const started = now();
  let told = Number.NEGATIVE_INFINITY;
  return (bytes, of) => {
    const at = now();
    if (at - told < TOLD_EVERY_MS && bytes !== of) return;
    told = at;
    const rate = (bytes - before) / Math.max((at - started) / 1000, 0.001);
    const known = of !== null && of >= bytes && at - started > TOLD_EVERY_MS;
    onProgress({ bytes, of, secondsLeft: known ? Math.ceil((of - bytes) / rate) : null });
  };
}
const TOLD_EVERY_MS = 500;

const tooLarge = (most: number) =>
  sourceUnavailable(
    'unavailable',
    `The source is larger than the ${Math.floor(most / 1024 ** 2)} MB that are fetched from a link.`,
  );

const changed = () =>
  sourceUnavailable(
    'unavailable',
    'The source changed while it was fetched, or is not as long as it says.',
  );

const stopsShort = () =>
  sourceUnavailable(
    'unavailable',
    'The site stopped sending before the end of the file each time, and does not go on where it stopped.',
  );

const notInParts = () =>
  sourceUnavailable(
    'unavailable',
    'The source takes longer than a link is fetched in one go, and its site does not send it from where it stopped.',
  );

const brokenOff = () =>
  sourceUnavailable('unavailable', 'The site broke off its answer again and again.');
