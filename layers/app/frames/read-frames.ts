import { z } from 'zod';
import type { FramesResult } from '../../domain/frames/frames.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { JsonStream } from '../../domain/json-stream.ts';
import { answerOf, openResult, resultGone } from '../operations/stored-result.ts';
import { type ArtifactStore, LINK_SECONDS } from '../ports/artifacts.ts';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'read' | 'get' | 'signedUrl'>;
}

/** A sheet as it is stored, with the key of its object. */
const StoredSheets = z.array(z.looseObject({ key: z.string() }));
type StoredSheet = z.infer<typeof StoredSheets>[number];

/**
 * The result of a frames job that succeeded, with links signed now or the bytes inside, as was
 * asked.
 * @throws DomainError video_not_found when it is no longer stored
 */
export const makeReadFrames =
  ({ artifacts }: Deps) =>
  async (job: JobRecord): Promise<JsonStream<FramesResult>> => {
    const stored = await openResult(artifacts, job);
    const shown = job.return === 'base64' ? inline : linked;
    return answerOf(stored, job, (member) => ({
      as: member,
      ...(member === 'sheets' && {
        make: (sheets) => listOf(StoredSheets.parse(sheets), (sheet) => shown(artifacts, sheet)),
      }),
    }));
  };

async function linked(
  artifacts: Pick<ArtifactStore, 'signedUrl'>,
  { key, ...sheet }: StoredSheet,
): Promise<string> {
  return JSON.stringify({ ...sheet, url: await artifacts.signedUrl(key, LINK_SECONDS) });
}

async function inline(
  artifacts: Pick<ArtifactStore, 'get'>,
  { key, ...sheet }: StoredSheet,
): Promise<string> {
  const jpeg = await artifacts.get(key);
  if (!jpeg) throw resultGone();
  return JSON.stringify({ ...sheet, b64: Buffer.from(jpeg).toString('base64') });
}

/** A JSON list whose entries are made one after the other. */
async function* listOf<Entry>(
  entries: readonly Entry[],
  text: (entry: Entry) => Promise<string>,
): AsyncGenerator<string> {
  yield '[';
  for (const [at, entry] of entries.entries()) yield (at > 0 ? ',' : '') + (await text(entry));
  yield ']';
}
