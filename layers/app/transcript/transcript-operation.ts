import type { Hundredths } from '../../domain/accounts/credits.ts';
import { transcriptPrice } from '../../domain/accounts/prices.ts';
import { TranscriptRequest } from '../../domain/transcript/transcript.ts';
import {
  planTranscript,
  type TranscriptPlan,
  transcriptLevel,
} from '../../domain/transcript/transcript-plan.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import { NO_SHEETS, type Operation } from '../operations/operation.ts';
import { transcriptQuestion } from '../operations/result-key.ts';

/**
 * False where there is neither sound nor a text of captions: then nothing is paid for hearing so.
 */
const mayHoldWords = ({ probe, link }: KnownVideo): boolean =>
  probe.audio.length > 0 || probe.captions !== 0 || (link?.captions.length ?? 0) > 0;

/** @param recogniser what hears the words here; another one would hear others */
export const transcriptOperation = (
  recogniser: string | null,
): Operation<TranscriptRequest, TranscriptPlan> => ({
  name: 'transcript',
  parse: (body) => TranscriptRequest.parse(body),
  requireTier: () => undefined,
  isPart: ({ end }) => end !== undefined,
  plan(request, video) {
    const plan = planTranscript(request, video.probe);
    return {
      plan,
      detail: null,
      window: plan.window,
      pays: { level: transcriptLevel(plan.language), window: plan.window },
      isCheaperAgain: true,
      reason: 'transcript',
      priceOf: mayHoldWords(video) ? transcriptPrice : () => 0 as Hundredths,
      shows: NO_SHEETS,
      question: [transcriptQuestion(video, plan), recogniser],
    };
  },
});
