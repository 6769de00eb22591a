import type { JobRecord } from '../../domain/jobs/job-record.ts';
import type { JsonStream } from '../../domain/json-stream.ts';
import { TranscriptRequest, type TranscriptResult } from '../../domain/transcript/transcript.ts';
import { answerOf, openResult } from '../operations/stored-result.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';

/**
 * The result of a transcript job that succeeded, in the format that was asked.
 * @throws DomainError video_not_found when it is no longer stored
 */
export const makeReadTranscript =
  ({ artifacts }: { readonly artifacts: Pick<ArtifactStore, 'read'> }) =>
  async (job: JobRecord): Promise<JsonStream<TranscriptResult>> => {
    const { format, words } = TranscriptRequest.parse(job.request);
    return answerOf(await openResult(artifacts, job), job, (member) => {
      switch (member) {
        case 'segments':
          return words ? undefined : { as: member };
        case 'timed_segments':
          return words ? { as: 'segments' } : undefined;
        case 'srt':
        case 'vtt':
          return member === format ? { as: 'subtitles' } : undefined;
        default:
          return { as: member };
      }
    });
  };
