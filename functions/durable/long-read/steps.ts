import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import type { DirectStore } from '../../../layers/app/ports/uploads/direct-store.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { segmentName } from '../../../layers/media/segments/segment-plan.ts';
import type { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';
import { FILES } from '../../compose/durable/decode-order.ts';
import { signedMedia } from '../../compose/durable/signed-media.ts';
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

/** Is there as long as the read is wanted: decoders look for it, and have no right but that. */
const wantedKey = (read: SegmentedRead): string => `${ownFolder(read)}wanted`;

/** The steps of a long read, on the store, the job's row and the queue that draws it. */
export function readSteps(deps: Deps): ReadWork {
  const { artifacts, now } = deps;
  const signed = signedMedia(deps);
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
    signSource: ({ media }) => signed.source(media),
    signWanted: (read) => signed.get(wantedKey(read)),
    signPuts: ({ place }, folder) => signed.puts(`${place}/${folder}`, FILES),
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
