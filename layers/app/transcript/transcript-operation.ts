import { NOTHING } from '../../domain/accounts/credits.ts';
import { transcriptPrice } from '../../domain/accounts/prices.ts';
import { requireWindow } from '../../domain/accounts/tier-limits.ts';
import type { JsonStream } from '../../domain/json-stream.ts';
import { TranscriptRequest, type TranscriptResult } from '../../domain/transcript/transcript.ts';
import {
  planTranscript,
  type TranscriptPlan,
  transcriptLevel,
  transcriptWindow,
} from '../../domain/transcript/transcript-plan.ts';
import type { KnownVideo } from '../../domain/videos/video-record.ts';
import { ANY_LENGTH } from '../../domain/window.ts';
import { NO_SHEETS, type Operation, type Recognised } from '../operations/operation.ts';
import { transcriptQuestion } from '../operations/result-key.ts';
import { transcriptMaker } from './make-transcript.ts';
import { makeReadTranscript } from './read-transcript.ts';

/**
 * False where there is neither sound nor a text of captions: then nothing is paid for hearing so.
 */
const mayHoldWords = ({ probe, link }: KnownVideo): boolean =>
  probe.audio.length > 0 || probe.captions !== 0 || (link?.captions.length ?? 0) > 0;

/** What is said, with its seconds. */
export const transcriptOperation: Operation<
  TranscriptRequest,
  TranscriptPlan,
  Recognised,
  Parameters<typeof transcriptMaker>[0],
  JsonStream<TranscriptResult>
> & { readonly name: 'transcript' } = {
  name: 'transcript',
  parse: (body) => TranscriptRequest.parse(body),
  requireTier: () => undefined,
  isPart: ({ end }) => end !== undefined,
  requirePossible: (request, longestRead) =>
    void transcriptWindow(request, ANY_LENGTH, longestRead),
  requireWindow: (tier, _request, window) => requireWindow(tier, window),
  plan(request, video, { recogniser }, longestRead) {
    const plan = planTranscript(request, video.probe, longestRead);
    return {
      plan,
      detail: null,
      window: plan.window,
      pays: { level: transcriptLevel(plan.language), window: plan.window },
      isCheaperAgain: true,
      reason: 'transcript',
      priceOf: mayHoldWords(video) ? transcriptPrice : () => NOTHING,
      shows: NO_SHEETS,
      question: [transcriptQuestion(video, plan), recogniser],
    };
  },
  make: transcriptMaker,
  read: makeReadTranscript,
  isMadeAgain: true,
};
