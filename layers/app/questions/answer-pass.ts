import { confidential } from '../../domain/questions/confidential.ts';
import { eventSeconds, type MeasuredEvent } from '../../domain/questions/events.ts';
import { NameableSeconds, type SentTile } from '../../domain/questions/nameable-seconds.ts';
import type { Region } from '../../domain/questions/question.ts';
import type { Note } from '../../domain/questions/session.ts';
import { type SettledAnswer, settleAnswer } from '../../domain/questions/settle-answer.ts';
import type { TokenUse } from '../../domain/questions/token-use.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { Window } from '../../domain/window.ts';
import type { Answerer } from '../ports/questions/answerer.ts';
import { askModel, type SentSheet } from './ask-model.ts';
import {
  type Asking,
  answerPrompt,
  eventList,
  type Fence,
  speechList,
  systemPrompt,
} from './prompts.ts';

/** What a model answers from. */
export interface Basis {
  readonly window: Window;
  readonly sheets: readonly SentSheet[];
  /** The part of the picture that the sheets show; null for all of it, left out without sheets. */
  readonly shown?: Region | null;
  /** Every tile that was looked at for this reading, now or before. */
  readonly tiles: readonly SentTile[];
  readonly speech: readonly Pick<Segment, 'start' | 'end' | 'text'>[];
  readonly events: readonly MeasuredEvent[];
  readonly notes: readonly Note[];
  /** Earlier questions of the session and their answers. */
  readonly earlier?: string;
}

/** Characters of speech and of events that one call is told; some four of them are a token. */
const MOST_SPEECH = 48_000;
const MOST_EVENTS = 16_000;

/** Has a model answer, and holds each second of the answer against what was read. */
export async function answerPass(
  { answerer, fence }: { readonly answerer: Answerer; readonly fence: Fence },
  basis: Basis,
  asking: Asking,
  signal: AbortSignal,
): Promise<{ answer: SettledAnswer; tokens: TokenUse }> {
  const { window, sheets, shown, tiles, speech, events, notes, earlier } = basis;
  const seconds = new NameableSeconds(tiles, [
    ...speech.map(({ start }) => start),
    ...eventSeconds(events),
  ]);
  const system = systemPrompt(fence);
  const secret = confidential([fence.nonce], system);
  const { kept, tokens } = await askModel(
    answerer,
    {
      pass: 'answer',
      system,
      prompt: answerPrompt(fence, asking, {
        sheets,
        speech: bounded(speechList(speech), MOST_SPEECH),
        events: bounded(eventList(events), MOST_EVENTS),
        notes,
        ...(earlier === undefined ? {} : { earlier }),
      }),
      sheets,
      judge: (told) => {
        // A model may fill members that nobody asked for: they are no part of the answer.
        const asked = asking.schema === undefined ? { ...told, fields: [] } : told;
        const answer = settleAnswer(asked, { seconds, window, secret, shown });
        return { kept: answer, refused: answer.refused };
      },
    },
    signal,
  );
  return { answer: kept, tokens };
}

/** The first lines of a text, as many as fit. */
const bounded = (text: string, characters: number): string =>
  text.length <= characters ? text : text.slice(0, text.lastIndexOf('\n', characters));
