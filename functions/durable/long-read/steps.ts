import { holdForSegments } from '../../../layers/app/frames/draw-in-segments.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { Clock } from '../../../layers/app/ports/clock.ts';
import { type JobRuns, LeaseLost } from '../../../layers/app/ports/jobs/jobs.ts';
import type { ReadQueue } from '../../../layers/app/ports/jobs/read-queue.ts';
import {
  outcomeKey,
  type SegmentedRead,
} from '../../../layers/app/ports/sources/segmented-reads.ts';
import type { DirectStore } from '../../../layers/app/ports/uploads/direct-store.ts';
import { blockTableKey } from '../../../layers/domain/sources/block-table.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { segmentName } from '../../../layers/media/segments/segment-plan.ts';
import { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import { FILES } from '../../compose/decode-order.ts';
import type { ReadWork } from './carry-read.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put' | 'list' | 'signedUrl' | 'deletePrefix'>;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly queue: Pick<ReadQueue, 'send'>;
  readonly now: Clock;
  /** How many jobs of an organization are under way. */
  readonly jobsUnderWay: (orgId: string) => Promise<number>;
  /** Segments of one organization's reads that are decoded at the same time. */
  readonly ofOrganization: number;
}

/** Longest that keeping the outcome takes. */
const HANDING_MS = 60_000;

/** What a run's segments lie under: another run of the job may have begun anew. */
const own = ({ run, place }: Pick<SegmentedRead, 'run' | 'place'>) => `${place}/${run.run}/`;

/** A segment waits for its turn and is decoded within this time. */
const ADDRESS_SECONDS = 3 * 3600;

export function readSteps(deps: Deps): ReadWork {
  const { artifacts, direct, runs, queue, now } = deps;
  const seconds = () => direct.addressSeconds(ADDRESS_SECONDS);
  const recordOf = async ({ place }: SegmentedRead, folder: string): Promise<SegmentRecord> => {
    const bytes = await artifacts.get(`${place}/${folder}/segment.json`);
    if (!bytes) throw new Error(`the segment ${folder} is gone`);
    return SegmentRecord.parse(JSON.parse(new TextDecoder().decode(bytes)));
  };
  return {
    async hold({ run, place, segments: wanted }, segments) {
      const keys = segments.length === 0 ? [] : await artifacts.list(own({ run, place }));
      const whole = keys.filter((key) => key.endsWith('/segment.json'));
      const decoded = segments.filter((name) => whole.some((key) => key.includes(`/${name}/`)));
      try {
        // Until it is cut, nobody knows better.
        const count = { done: decoded.length, of: segments.length || wanted };
        await holdForSegments(runs, run, now(), count);
        return true;
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        throw error;
      }
    },
    async width({ run }) {
      const jobs = await deps.jobsUnderWay(run.orgId);
      return Math.max(1, Math.floor(deps.ofOrganization / Math.max(1, jobs)));
    },
    async signSource({ media: { source_key: key, size_bytes: length } }) {
      const lasting = await seconds();
      return {
        url: await artifacts.signedUrl(key, lasting),
        tableUrl: await artifacts.signedUrl(blockTableKey(key), lasting),
        length,
      };
    },
    async signPuts({ place }, folder) {
      const lasting = await seconds();
      const object = { contentType: 'application/octet-stream', bytes: null };
      const signed = FILES.map(async (file) => {
        const put = await direct.signPut(`${place}/${folder}/${file}`, object, lasting);
        return [file, put] as const;
      });
      return Object.fromEntries(await Promise.all(signed)) as Awaited<
        ReturnType<ReadWork['signPuts']>
      >;
    },
    async mend(read, parts, folders) {
      const records = new Map<string, SegmentRecord>();
      for (const part of parts) {
        const name = segmentName(part);
        records.set(name, await recordOf(read, folders.get(name) ?? ''));
      }
      const mended = mendSegments(parts, records);
      return mended === parts ? null : mended;
    },
    async handBack({ run, place }, outcome) {
      const isHeld = await runs.extend(run, new Date(now().getTime() + HANDING_MS));
      if (!isHeld) {
        // Done already, and only not noted before a crash: the next run draws out of it.
        if (await artifacts.get(outcomeKey(place))) return;
        return artifacts.deletePrefix(own({ run, place }));
      }
      const bytes = new TextEncoder().encode(JSON.stringify(outcome));
      await artifacts.put(outcomeKey(place), bytes, 'application/json');
      // Whoever is sent the job may begin at once.
      await runs.extend(run, now());
      await queue.send(run);
    },
    clear: (read) => artifacts.deletePrefix(own(read)),
  };
}
