import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answerer,
  type Asked,
  ModelSilent,
  PicturesRefused,
  type Told,
} from '../../app/ports/questions/answerer.ts';
import { DomainError } from '../../domain/errors.ts';
import { writtenText } from '../../domain/questions/written-text.ts';

/** How long a model is waited for, and how often it is asked. */
export interface ModelPatience {
  /** How long one answer may take, in milliseconds, all tries together. */
  readonly timeoutMs?: number;
  /** Waits before each further try, in milliseconds. */
  readonly waitsMs?: readonly number[];
}

const USUAL_PATIENCE: Required<ModelPatience> = {
  timeoutMs: 240_000,
  waitsMs: [1_000, 4_000, 12_000],
};
/** Longer than this a server is not waited for, whatever it asks. */
const LONGEST_WAIT_MS = 30_000;
/**
 * Pictures that one message takes at first.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
 */
const MOST_PICTURES = 20;

/** Why one try brought no answer, and what may help. */
export interface Failed<Form> {
  readonly cause: unknown;
  /** How many pictures the server says that it takes. */
  readonly pictures?: number | undefined;
  /** Another form of the request that the server may know. */
  readonly form?: Form | undefined;
  /** Whether it may pass with time. */
  readonly again: boolean;
  /** How long the server wants to be left alone, in milliseconds. */
  readonly afterMs?: number;
}

interface Server<Form> extends ModelPatience {
  readonly name: string;
  /** The form that is tried first. */
  readonly form: Form;
  /**
   * Asks once.
   * @param attempt waits that were made before
   * @throws ModelRefused
   */
  readonly send: (
    asked: Asked,
    form: Form,
    how: { readonly signal: AbortSignal; readonly attempt: number },
  ) => Promise<{ readonly told: Told } | Failed<Form>>;
}

/**
 * Asks a server until it answers, in the form that it knows. What it was found to take is
 * remembered for as long as this process lives.
 */
export function askingAgain<Form>({
  name,
  form: first,
  send,
  timeoutMs = USUAL_PATIENCE.timeoutMs,
  waitsMs = USUAL_PATIENCE.waitsMs,
}: Server<Form>): Answerer {
  let known = first;
  let pictures = MOST_PICTURES;
  return {
    name,
    get picturesPerCall() {
      return pictures;
    },
    async ask(asked, given): Promise<Told> {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([given, late]);
      const endsAt = performance.now() + timeoutMs;
      const sent = asked.content.filter((part) => 'jpeg' in part).length;
      let form = known;
      for (let attempt = 0; ; ) {
        const outcome = await send(asked, form, { signal, attempt });
        if ('told' in outcome) {
          // A form that did not help either is not kept: the request was refused for another
          // reason.
          known = form;
          return { ...outcome.told, json: writtenText(outcome.told.json) };
        }
        const { cause, pictures: limit, form: next, again, afterMs = 0 } = outcome;
        given.throwIfAborted();
        // A server that took all of the time would take as long for the next try.
        if (late.aborted) throw new ModelSilent(name, timeoutMs, { cause });
        if (limit !== undefined && limit < sent) {
          if (limit === 0) throw refused(name, cause);
          pictures = Math.min(pictures, limit);
          throw new PicturesRefused(limit, { cause });
        }
        if (next) {
          form = next;
          continue;
        }
        const wait = again ? waitsMs[attempt] : undefined;
        if (wait === undefined)
          throw again || attempt > 0 ? down(name, cause) : refused(name, cause);
        attempt += 1;
        const asks = Math.min(afterMs, LONGEST_WAIT_MS);
        const waitMs = Math.max(wait * (0.5 + Math.random() / 2), asks);
        if (performance.now() + waitMs >= endsAt) throw down(name, cause);
        await sleep(waitMs, undefined, { signal: given });
      }
    },
  };
}

const down = (name: string, cause: unknown) =>
  new DomainError(
    'processing_failed',
    `The model ${name} did not answer. Nothing was charged. Sending the same call again is safe.`,
    {},
    { cause },
  );

/** A wrong key, model or kind of model: what the server says of it is its operator's alone. */
const refused = (name: string, cause: unknown) =>
  new DomainError(
    'processing_failed',
    `The model ${name} refuses what it is sent. Nothing was charged. The same call fails again until the operator of this service has mended that.`,
    {},
    { cause },
  );
