import { holesOf, lengthNotes } from '../../domain/damage.ts';
import { coveredOf } from '../../domain/shortfall.ts';
import type { StoredTranscript } from '../../domain/stored-transcript.ts';
import type { TranscriptRequest } from '../../domain/transcript.ts';
import type { TranscriptPlan } from '../../domain/transcript-plan.ts';
import { undecodableSound } from '../../domain/undecodable.ts';
import { videoOf } from '../../domain/video-record.ts';
import type { Make } from '../operations/run-operation.ts';
import type { Made } from '../operations/settle-job.ts';
import type { Listen } from './listen.ts';

/** What a transcript job makes. */
export const transcriptMaker =
  ({ listen }: { readonly listen: Listen }): Make<TranscriptRequest, TranscriptPlan> =>
  async (
    { video, source, plan: { window, language } },
    signal,
  ): Promise<Made<StoredTranscript>> => {
    const listening = { video, source, window, language };
    const { transcript, notes, silent, endsAt } = await listen(listening, signal);
    const shortfall = { damaged: holesOf(silent), ends_at: endsAt };
    if (coveredOf(window, shortfall).length === 0) throw undecodableSound();
    const result = {
      ...transcript,
      video: videoOf(video),
      notes: [...lengthNotes(video.probe), ...notes],
      shortfall,
    };
    return { result, whole: true };
  };
