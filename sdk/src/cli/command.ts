import type { ParseArgsConfig, parseArgs } from 'node:util';
import type { VideoReader } from '../client.ts';
import { UsageError } from './exit-codes.ts';
import type { Output } from './output.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>;

export interface Run<O extends Options> {
  readonly values: Parsed<O>['values'] & { readonly json?: boolean };
  readonly args: readonly string[];
  readonly out: Output;
  readonly signal: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Who calls, where; asked for by those commands that call. */
  readonly client: () => Promise<VideoReader>;
}

export interface Command<O extends Options = Options> {
  readonly summary: string;
  /** What is written after the name of the command. */
  readonly usage: string;
  /** What `--help` teaches, in whole lines. */
  readonly help: string;
  /** How many words it takes beside its options, at most. */
  readonly takes: number;
  readonly options: O;
  run(run: Run<O>): Promise<void>;
}

/** Keeps the types of the options for `run`, and makes one kind of all commands. */
export const command = <const O extends Options>(definition: Command<O>): Command =>
  definition as unknown as Command;

/** A number that an option names. */
export function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new UsageError(`--${name} takes a number, not ${JSON.stringify(text)}.`);
}

/** A moment that an option names, as the service takes it: seconds, or a clock string as it is. */
export function momentOf(name: string, text: string | undefined): number | string | undefined {
  if (text === undefined || /^(\d+:)?\d+:\d\d(\.\d+)?$/.test(text)) return text;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(
    `--${name} takes seconds (12.5) or a clock (1:23.4), not ${JSON.stringify(text)}.`,
  );
}

/** The same in seconds. */
export function secondsOf(name: string, text: string | undefined): number | undefined {
  const moment = momentOf(name, text);
  return typeof moment === 'string'
    ? moment.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : moment;
}

/** One of the words that an option takes. */
export function oneOf<const W extends string>(
  name: string,
  text: string | undefined,
  words: readonly W[],
): W | undefined {
  const word = words.find((known) => known === text);
  if (text === undefined || word !== undefined) return word;
  throw new UsageError(`--${name} takes ${words.join(', ')}, not ${JSON.stringify(text)}.`);
}

/** The members that have a value. */
export const given = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
