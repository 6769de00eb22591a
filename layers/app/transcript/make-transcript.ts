import { lengthNotes } from '../../domain/damage.ts';
import type { StoredTranscript } from '../../domain/stored-transcript.ts';
import type { TranscriptRequest } from '../../domain/transcript.ts';
import type { TranscriptPlan } from '../../domain/transcript-plan.ts';
import { videoOf } from '../../domain/video-record.ts';
import type { Make } from '../operations/run-operation.ts';
import type { Made } from '../operations/settle-job.ts';
import type { Listen } from './listen.ts';

/** What a transcript job makes. */
export const makeMakeTranscript =
  ({ listen }: { readonly listen: Listen }): Make<TranscriptRequest, TranscriptPlan> =>
  async ({ video, plan: { window, language } }, signal): Promise<Made<StoredTranscript>> => {
    const { transcript, notes } = await listen({ video, window, language }, signal);
    const result = {
      ...transcript,
      video: videoOf(video),
      notes: [...lengthNotes(video.probe), ...notes],
    };
    return { result, whole: true };
  };
