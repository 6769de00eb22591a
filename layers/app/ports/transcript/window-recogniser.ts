import type { ApiError } from '../../../domain/errors.ts';

/** A try to recognise a window of speech. */
export interface WindowTry {
  /** Whose it is: what an organization waits for, others do not. */
  readonly orgId: string;
  /** Of letters, digits and `-`; no other try has it. */
  readonly name: string;
  /** Prefix of the keys of the window, with a slash at its end. */
  readonly folder: string;
  /** `auto`, or the code of what is spoken. */
  readonly language: string;
}

/** Samples of a window: its stretches, one after the other. */
export const soundKey = ({ folder }: Pick<WindowTry, 'folder'>): string => `${folder}sound.raw`;
/** JSON: the `KeptStretch`es of a window. */
export const stretchesKey = ({ folder }: Pick<WindowTry, 'folder'>): string =>
  `${folder}stretches.json`;
/** JSON: the `RecognisedStretch`es of a window, once they are known. */
export const wordsKey = ({ folder }: Pick<WindowTry, 'folder'>): string => `${folder}heard.json`;
/** What a try alone needs lies below. */
export const tryFolder = ({ folder, name }: Pick<WindowTry, 'folder' | 'name'>): string =>
  `${folder}${name}/`;
/** JSON: the id under which the end of a try is waited for. */
export const callbackKey = (folderOfTry: string): string => `${folderOfTry}callback.json`;
/** JSON: the `ApiError` that says why a try came to nothing. */
export const refusalKey = (folderOfTry: string): string => `${folderOfTry}refused.json`;

/** How a try stands. What was heard is kept under `wordsKey` when it is `heard`. */
export type TryState = 'runs' | 'heard' | 'failed' | { readonly refused: ApiError };

/** Recognises windows of speech; nobody waits for it. */
export interface WindowRecogniser {
  /** What speaks against a language. */
  refusalOf(language: string): ApiError | undefined;
  /**
   * Begins a try, or finds it begun; when it has ended, the callback is.
   * @throws RecogniserBusy
   */
  begin(tried: WindowTry, callbackId: string): Promise<void>;
  /** Keeps what was heard, and clears away what the try left when it has ended. */
  take(tried: WindowTry): Promise<TryState>;
  /** Clears away what a try left; false while it still runs and cannot be ended. */
  stop(tried: WindowTry): Promise<boolean>;
}

/** Thrown by a recogniser that takes no more at the moment. */
export class RecogniserBusy extends Error {
  override readonly name = 'RecogniserBusy';
}

/** Ends what an execution waits for; of one that is not waited for any more it does nothing. */
export interface Callbacks {
  end(callbackId: string): Promise<void>;
}

/** Carries windows to whoever recognises them. */
export interface WindowQueue {
  send(tried: WindowTry): Promise<void>;
}

/** Slots of recognisers, shared fairly by the jobs of an organization. */
export interface RecogniserSlots {
  /** False when whoever asks has to ask again; a slot that is held is held on to. */
  ask(orgId: string, jobId: string, holder: string): Promise<boolean>;
  leave(orgId: string, holder: string): Promise<void>;
}
