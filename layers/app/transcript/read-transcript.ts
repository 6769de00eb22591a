import type { JobRecord } from '../../domain/job-record.ts';
import { withoutWords } from '../../domain/segments.ts';
import { StoredTranscript } from '../../domain/stored-transcript.ts';
import { toSrt, toVtt } from '../../domain/subtitles.ts';
import { TranscriptRequest, type TranscriptResult } from '../../domain/transcript.ts';
import { endOf, storedResult } from '../operations/stored-result.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

const SUBTITLES = { srt: toSrt, vtt: toVtt };

/**
 * The result of a transcript job that succeeded, in the format that was asked.
 * @throws DomainError video_not_found when the video was erased since
 */
export const makeReadTranscript =
  ({ artifacts }: { artifacts: Pick<ArtifactStore, 'get'> }) =>
  async (job: JobRecord): Promise<TranscriptResult> => {
    const { format, words } = TranscriptRequest.parse(job.request);
    const { shortfall: _, ...stored } = StoredTranscript.parse(await storedResult(artifacts, job));
    const { segments } = stored;
    return {
      ...stored,
      ...endOf(job),
      segments: words ? segments : segments.map(withoutWords),
      ...(format === 'srt' || format === 'vtt' ? { subtitles: SUBTITLES[format](segments) } : {}),
    };
  };
