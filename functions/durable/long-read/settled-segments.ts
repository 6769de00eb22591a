import type { SegmentedRead } from '../../../layers/app/ports/sources/segmented-reads.ts';
import { mendSegments } from '../../../layers/media/segments/seams.ts';
import { type SegmentPlan, segmentName } from '../../../layers/media/segments/segment-plan.ts';
import type { SegmentRecord } from '../../../layers/media/segments/segment-record.ts';

interface Judged {
  readonly part: SegmentPlan;
  readonly folder: string;
  readonly record: SegmentRecord;
}

type Place = Pick<SegmentedRead, 'run' | 'place'>;

const nameOf = ({ run, place }: Place): string => `${place}/${run.run}`;

/** Reads of which the last judged record is held; one that is forgotten is judged anew. */
const MOST_READS = 100;

/** The picture segments of reads that stay what they are, from the first on. */
export class SettledSegments {
  readonly #reads = new Map<string, { readonly folders: string[]; last: Judged | undefined }>();
  readonly #recordOf: (folder: string) => Promise<SegmentRecord>;

  /** @param recordOf fetches the record of a folder, by its place in the store */
  constructor(recordOf: (folder: string) => Promise<SegmentRecord>) {
    this.#recordOf = recordOf;
  }

  /**
   * Folders of the first picture segments, as far as each is decoded and its cut holds.
   * @param read calls for one do not overlap
   * @param folders of the segments that are whole, by their names
   */
  async of(
    read: Place,
    parts: readonly SegmentPlan[],
    folders: ReadonlyMap<string, string>,
  ): Promise<string[]> {
    const name = nameOf(read);
    if (this.#reads.size >= MOST_READS && !this.#reads.has(name)) this.#reads.clear();
    const settled = this.#reads.get(name) ?? { folders: [], last: undefined };
    this.#reads.set(name, settled);
    const pictures = parts.filter(({ kind }) => kind !== 'sound');
    for (const part of pictures.slice(settled.folders.length)) {
      const folder = folders.get(segmentName(part));
      if (folder === undefined) break;
      const record = await this.#recordOf(`${read.place}/${folder}`);
      const judged = { part, folder, record };
      if (!follows(settled.last, judged)) break;
      settled.folders.push(folder);
      settled.last = judged;
    }
    return [...settled.folders];
  }

  forget(read: Place): void {
    this.#reads.delete(nameOf(read));
  }
}

function follows(before: Judged | undefined, judged: Judged): boolean {
  const both = before ? [before, judged] : [judged];
  const parts = both.map(({ part }) => part);
  const records = new Map(both.map(({ part, record }) => [segmentName(part), record]));
  return mendSegments(parts, records) === parts;
}
