import type { Answer, TranscriptResult } from '../types.ts';
import type { Output } from './output.ts';

/** An answer for a person, and how to ask on. */
export function tellAnswer(answer: Answer, out: Output): void {
  out.data(answer.answer);
  if (answer.value !== undefined) out.data(JSON.stringify(answer.value, null, 2));
  for (const { field, reason } of answer.unanswered) out.data(`Not answered: ${field}. ${reason}`);
  for (const { from, to, reason } of answer.unresolved)
    out.data(`Left open: ${from}-${to} s. ${reason}`);
  out.note(
    `${answer.credits_charged} credits. To ask on: video-reader ask "…" --session ${answer.session_id}`,
  );
}

/** What is said, and nothing else on stdout. */
export function tellTranscript({ subtitles, text, speech }: TranscriptResult, out: Output): void {
  if (subtitles !== undefined) out.data(subtitles.trimEnd());
  else if (text !== '') out.data(text);
  if (!speech.is_speech) out.note(`Nobody speaks: ${speech.reason}`);
}
