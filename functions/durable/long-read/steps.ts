import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import type { DirectStore } from '../../../layers/app/ports/uploads/direct-store.ts';
import { blockTableKey } from '../../../layers/domain/sources/block-table.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { segmentName } from '../../../layers/media/segments/segment-plan.ts';
import type { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import { FILES } from '../../compose/decode-order.ts';
import type { ReadWork } from './carry-read.ts';
import { type HandOverDeps, handingOver, ownFolder, recordIn } from './hand-over.ts';

interface Deps extends HandOverDeps {
  readonly artifacts: HandOverDeps['artifacts'] & Pick<ArtifactStore, 'signedUrl'>;
  readonly direct: Pick<DirectStore, 'signPut' | 'addressSeconds'>;
  /** How many jobs of an organization are under way. */
  readonly jobsUnderWay: (orgId: string) => Promise<number>;
  /** Segments of one organization's reads that are decoded at the same time. */
  readonly ofOrganization: number;
}

/** A segment waits for its turn and is decoded within this time. */
const ADDRESS_SECONDS = 3 * 3600;

/** Is there as long as the read is wanted: decoders look for it, and have no right but that. */
const wantedKey = (read: SegmentedRead): string => `${ownFolder(read)}wanted`;

export function readSteps(deps: Deps): ReadWork {
  const { artifacts, direct, now } = deps;
  const seconds = () => direct.addressSeconds(ADDRESS_SECONDS);
  const handing = handingOver(deps);
  return {
    ...handing,
    async begin(read) {
      await artifacts.put(wantedKey(read), new TextEncoder().encode('wanted'), 'text/plain');
      // Cancelled before, it would not be taken away any more.
      const now = await handing.tell(read, { parts: [], planned: [], begunMs: 0 });
      return now !== 'ended';
    },
    async width({ run }) {
      const jobs = await deps.jobsUnderWay(run.orgId);
      const width = Math.max(1, Math.floor(deps.ofOrganization / Math.max(1, jobs)));
      return { width, begunMs: now().getTime() };
    },
    async signSource({ media: { source_key: key, size_bytes: length } }) {
      const lasting = await seconds();
      return {
        url: await artifacts.signedUrl(key, lasting),
        tableUrl: await artifacts.signedUrl(blockTableKey(key), lasting),
        length,
      };
    },
    signWanted: async (read) => artifacts.signedUrl(wantedKey(read), await seconds()),
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
    async mend({ place }, parts, folders) {
      const records = new Map<string, SegmentRecord>();
      for (const part of parts) {
        const name = segmentName(part);
        records.set(name, await recordIn(artifacts, `${place}/${folders.get(name)}`));
      }
      const mended = mendSegments(parts, records);
      return mended === parts ? null : mended;
    },
  };
}
