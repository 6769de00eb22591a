import type { z } from 'zod';
import type { Scope } from '../domain/accounts/credential.ts';
import type { ErrorType } from '../domain/errors.ts';

/** What a gateway needs to know to hand a request to the function that answers it. */
export interface Endpoint {
  /**
   * Tells it from every other; of an API route also the folder under functions/api, and the OpenAPI
   * operationId.
   */
  readonly name: string;
  /**
   * The folder under functions/ that answers, where that is not `api/<name>`; several endpoints may
   * share one.
   */
  readonly folder?: string;
  /** `ANY` hands on whatever method is sent. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ANY';
  /** Path with `{name}` parameters, as API Gateway and OpenAPI write it. */
  readonly path: string;
  /**
   * A file that is read as a stream instead of as JSON: in a form, or with any type also as its
   * bytes alone.
   */
  readonly upload?: 'multipart/form-data' | '*/*';
  /**
   * True when the answer can take minutes or pass 6 MB: the cloud then streams it, for at most 15
   * minutes.
   */
  readonly long?: boolean;
  /** `media` functions are built from the container image that holds ffmpeg. */
  readonly runtime?: 'media';
}

/** The folder under functions/ whose handler answers. */
export const folderOf = ({ folder, name }: Pick<Endpoint, 'folder' | 'name'>): string =>
  folder ?? `api/${name}`;

/** What is asked for with GET is asked about with HEAD. */
export const methodsOf = (method: string): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/**
 * One endpoint of the API as data. The cloud stack, the local gateway, the OpenAPI document and the
 * tests read the same object, so a route cannot exist in one and not in another.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends Endpoint {
  readonly method: Exclude<Endpoint['method'], 'ANY'>;
  readonly summary: string;
  readonly description?: string;
  /**
   * The scope a credential needs; `person` takes a signed-in person's session alone, `none` is open
   * to anybody.
   */
  readonly scope: Scope | 'person' | 'none';
  /** The scopes that a client is told to ask for, where it will need more than `scope`. */
  readonly asks?: readonly Scope[];
  /**
   * True for an entrance that clients know as a resource of its own: they take nothing but metadata
   * that name exactly the address they called (RFC 9728, 3.3).
   */
  readonly isResource?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  /** A JSON body. */
  readonly body?: Body;
  /**
   * Where a ticket for one upload stands; in the path it is the only credential, in the query it
   * may stand for another.
   */
  readonly ticket?: 'path' | 'query';
  /** Replies by status. */
  readonly replies: Readonly<Record<number, Reply>>;
  readonly errors: readonly ErrorType[];
  /** What a protocol that is spoken on the route adds to what any route answers. */
  readonly protocol?: {
    /** Types in which a reply may come beside JSON. */
    readonly types: readonly string[];
    /** A message of the protocol, by the status that it may come with; `none` is an empty body. */
    readonly answers: Readonly<Record<number, z.ZodType | 'none'>>;
  };
}

export const route = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  const S extends Route['scope'],
>(
  definition: Route<P, Q, B, R> & { readonly scope: S },
): Route<P, Q, B, R> & { readonly scope: S } => definition;
