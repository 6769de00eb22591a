import { coveredOf } from '../../domain/accounts/shortfall.ts';
import { holesOf } from '../../domain/sources/damage.ts';
import { listenedNotes } from '../../domain/sources/listened-notes.ts';
import { undecodableSound } from '../../domain/sources/undecodable.ts';
import { withoutWords } from '../../domain/transcript/segments.ts';
import { StoredTranscript } from '../../domain/transcript/stored-transcript.ts';
import { toSrt, toVtt } from '../../domain/transcript/subtitles.ts';
import type { TranscriptRequest } from '../../domain/transcript/transcript.ts';
import type { TranscriptPlan } from '../../domain/transcript/transcript-plan.ts';
import { videoOf } from '../../domain/videos/video-record.ts';
import type { Make } from '../operations/operation.ts';
import type { Listen } from './listen.ts';

/**
 * What a transcript job makes: the words in every form that can be asked for, so that none is made
 * anew.
 */
export const transcriptMaker =
  ({ listen }: { readonly listen: Listen }): Make<TranscriptRequest, TranscriptPlan> =>
  async ({ run, video, source, plan: { window, language } }, signal) => {
    const listening = { run, video, source, window, language };
    const { transcript, notes, damage, endsAt } = await listen(listening, signal);
    const shortfall = { damaged: holesOf(damage.silent), ends_at: endsAt };
    if (coveredOf(window, shortfall).length === 0) throw undecodableSound();
    const { segments } = transcript;
    const result = StoredTranscript.parse({
      ...transcript,
      segments: segments.map(withoutWords),
      timed_segments: segments,
      srt: toSrt(segments),
      vtt: toVtt(segments),
      video: videoOf(video),
      notes: [...listenedNotes(video.probe, window, damage), ...notes],
      shortfall,
    });
    return { result, whole: true };
  };
