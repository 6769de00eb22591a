import { DomainError } from '../../../domain/errors.ts';
import type { Pass } from '../../../domain/questions/envelopes.ts';

/** A part of what a model is sent: a sheet, or words. */
export type Content =
  | { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }
  | { readonly text: string };

export interface Asked {
  /** Names the envelope on the wire. */
  readonly pass: Pass;
  /** What the model is for and may do; nothing of it comes from the video. */
  readonly system: string;
  /** Pictures before words. */
  readonly content: readonly Content[];
  /** The JSON Schema that the answer has to fit. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The most tokens that the answer may have. */
  readonly maxTokens: number;
}

export interface Told {
  /** What was answered, as JSON; not yet held against the schema. */
  readonly json: unknown;
  /** As the server counts them; 0 where it does not say. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** Why it is no whole answer, where the server says so. */
  readonly broken?: BrokenOff | undefined;
}

/**
 * What a model was at when it reached the most tokens that it may answer with: its answer, or still
 * its thoughts. Or it called a tool that it was not given.
 */
export type BrokenOff = 'in_answer' | 'in_thoughts' | 'for_a_tool';

/**
 * A vision model behind one of its servers. A server that is busy or fails is asked again a few
 * times before that is told.
 */
export interface Answerer {
  /** Kind and model, as /healthz and notes tell it. */
  readonly name: string;
  /**
   * The most pictures that one call takes; fewer from the moment on that the server refuses so
   * many.
   */
  readonly picturesPerCall: number;
  /**
   * @throws PicturesRefused when the server takes fewer pictures
   * @throws ModelRefused
   * @throws ModelSilent
   * @throws DomainError processing_failed when it fails, or takes nothing that it is sent
   */
  ask(asked: Asked, signal: AbortSignal): Promise<Told>;
}

/** The model read what it was sent, and refused to answer it. */
export class ModelRefused extends DomainError {
  readonly tokens: Told['tokens'];

  constructor(model: string, tokens: Told['tokens'], options?: ErrorOptions) {
    const message = `The model ${model} refused to answer. Nothing was charged. Put the question in other words, or ask about another \`window\`: a model often refuses what it refused before.`;
    super('processing_failed', message, {}, options);
    this.tokens = tokens;
  }
}

/** All the time that an answer may take went by without one. */
export class ModelSilent extends DomainError {
  constructor(model: string, timeoutMs: number, options?: ErrorOptions) {
    const message = `The model ${model} did not answer within ${timeoutMs / 1000} s. Nothing was charged. Sending the same call again is safe.`;
    super('processing_failed', message, {}, options);
  }
}

/** The server takes fewer pictures in one call than were sent. */
export class PicturesRefused extends Error {
  override readonly name = 'PicturesRefused';
  readonly limit: number;

  constructor(limit: number, options?: ErrorOptions) {
    super(`the server takes ${limit} pictures in one call`, options);
    this.limit = limit;
  }
}
