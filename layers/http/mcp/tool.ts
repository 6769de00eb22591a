import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Principal, Scope } from '../../domain/accounts/credential.ts';
import type { AgentCalls, Watch } from './agent-calls.ts';

type Content = CallToolResult['content'];

/** Who calls a tool, and what it may use. */
export interface ToolContext {
  readonly who: Principal;
  readonly calls: AgentCalls;
  readonly watch: Watch;
  /** Where the service was called, without a slash at its end. */
  readonly baseUrl: string;
}

export interface ToolAnswer<Output> {
  /** Without bytes of pictures: some clients show it to their model as it is. */
  readonly structured: Output;
  /** What follows the text of `structured`, such as pictures. */
  readonly content?: Content;
}

/** One tool: what a client is told of it, and the use case behind it. */
export interface Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** All of them: what a hint that is left out stands for differs from client to client. */
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /**
   * True where an answer can take minutes: it is streamed from its beginning, so that it is never
   * silent.
   */
  readonly waits?: boolean;
  /** A strict object: an argument that is not known is refused by name. */
  readonly input: I;
  readonly output: O;
  /** @throws DomainError what the use case throws */
  call(context: ToolContext, args: z.output<I>): Promise<ToolAnswer<z.input<O>>>;
}

export const tool = <I extends z.ZodType, O extends z.ZodType>(definition: Tool<I, O>): Tool =>
  definition as unknown as Tool;

/** The members of a request that a tool takes as well. */
export const members = <Shape extends object, Name extends keyof Shape>(
  shape: Shape,
  names: readonly Name[],
): Pick<Shape, Name> =>
  Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<Shape, Name>;

/** Seconds after which a call is answered with its job instead of waiting on. */
export const LONGEST_WAIT_SECONDS = 240;
