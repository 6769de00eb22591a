import { transcriptPrice } from '../../domain/prices.ts';
import { TranscriptRequest } from '../../domain/transcript.ts';
import {
  planTranscript,
  type TranscriptPlan,
  transcriptLevel,
} from '../../domain/transcript-plan.ts';
import type { Operation } from '../operations/operation.ts';
import { transcriptQuestion } from '../operations/result-key.ts';

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
      priceOf: transcriptPrice,
      question: [transcriptQuestion(video, plan), recogniser],
    };
  },
});
