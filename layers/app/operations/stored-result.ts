import { z } from 'zod';
import { toCredits } from '../../domain/accounts/credits.ts';
import { Shortfall } from '../../domain/accounts/shortfall.ts';
import { DomainError } from '../../domain/errors.ts';
import type { QueuedJob } from '../../domain/jobs/job.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { JsonStream } from '../../domain/json-stream.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { LineReader, UnendedLine } from './line-reader.ts';

/** What is told of a stored result before its members. */
const Head = z.object({
  shortfall: Shortfall,
  /** Keys of the sheets that it links to. */
  sheets: z.array(z.string()),
  /** Names of its members; each is a line of JSON behind this one. */
  members: z.array(z.string()),
});
type Head = z.infer<typeof Head>;

/**
 * A result as it is kept: a head, and a line for each member of the answer, so that it is sent
 * without being parsed. What differs from call to call (the job, links) is put in when it is sent.
 * @param sheets keys of the objects that it links to
 */
export function writeResult(
  { shortfall, ...result }: { readonly shortfall: Shortfall },
  sheets: readonly string[],
): Uint8Array {
  const members = Object.entries(result).filter(([, value]) => value !== undefined);
  const head: Head = { shortfall, sheets: [...sheets], members: members.map(([name]) => name) };
  const lines = [head, ...members.map(([, value]) => value)].map((value) => JSON.stringify(value));
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/**
 * Characters of the longest head: one with as many holes as an answer tells has a tenth of them.
 */
const LONGEST_HEAD = 1_000_000;

async function headIn(lines: LineReader): Promise<Head | undefined> {
  try {
    return Head.safeParse(JSON.parse(await lines.text(LONGEST_HEAD))).data;
  } catch (error) {
    if (error instanceof UnendedLine || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How a member is sent: under another name, or made anew out of what is stored. */
export interface Shown {
  readonly as: string;
  readonly make?: (stored: unknown) => AsyncIterable<string>;
}

/** A stored result that is being read. It is read once, or closed. */
export class StoredResult {
  readonly head: Head;
  readonly #lines: LineReader;

  private constructor(head: Head, lines: LineReader) {
    this.head = head;
    this.#lines = lines;
  }

  /** Undefined when there is none, or one of an earlier form. */
  static async open(
    artifacts: Pick<ArtifactStore, 'read'>,
    key: string,
  ): Promise<StoredResult | undefined> {
    const chunks = await artifacts.read(key);
    if (!chunks) return undefined;
    const lines = new LineReader(chunks);
    const head = await headIn(lines);
    if (head) return new StoredResult(head, lines);
    await lines.close();
    return undefined;
  }

  /**
   * The text of an answer: members of its own, and those that are stored.
   * @param shown how a stored member is sent; undefined for one that is not
   */
  async *answer(
    own: object,
    shown: (member: string) => Shown | undefined,
  ): AsyncGenerator<string | Uint8Array> {
    try {
      yield JSON.stringify(own).slice(0, -1);
      for (const member of this.head.members) {
        const how = shown(member);
        if (how) yield `,${JSON.stringify(how.as)}:`;
        if (!how) await this.#skip();
        else if (how.make) yield* how.make(JSON.parse(await this.#lines.text()));
        else yield* this.#lines.bytes();
      }
      yield '}';
    } finally {
      await this.close();
    }
  }

  /** The stored members as a value; for results that are small. */
  async value(): Promise<Record<string, unknown>> {
    const value: Record<string, unknown> = {};
    for (const member of this.head.members) value[member] = JSON.parse(await this.#lines.text());
    await this.close();
    return value;
  }

  close(): Promise<void> {
    return this.#lines.close();
  }

  async #skip(): Promise<void> {
    for await (const _ of this.#lines.bytes());
  }
}

/**
 * Opens the result of a job that succeeded.
 * @throws DomainError video_not_found when it is no longer stored
 */
export async function openResult(
  artifacts: Pick<ArtifactStore, 'read'>,
  { result_key }: JobRecord,
): Promise<StoredResult> {
  const opened = result_key === null ? undefined : await StoredResult.open(artifacts, result_key);
  if (!opened) throw resultGone();
  return opened;
}

/** Of a job whose result, or a part of it, is no longer stored. */
export const resultGone = (): DomainError =>
  new DomainError(
    'video_not_found',
    'The result of this job is no longer stored. Send its call again: it is made anew.',
  );

/** What a result tells of the job that made it. */
const endOf = (job: JobRecord) => ({
  job_id: job.job_id as QueuedJob['job_id'],
  status: 'succeeded' as const,
  credits_charged: job.credits_charged === null ? null : toCredits(job.credits_charged),
  cache_hit: job.cache_hit,
});

/** The answer of a job out of its stored result. */
export const answerOf = <Result>(
  stored: StoredResult,
  job: JobRecord,
  shown: (member: string) => Shown | undefined,
): JsonStream<Result> => new JsonStream(stored.answer(endOf(job), shown));
