import { withoutContent } from './text.ts';

/**
 * What a line of the log may say beside its message. Nothing else is written, whoever hands it over:
 * a name is added here when it is known that neither addresses with their queries, nor credentials,
 * nor words of a video can be in it.
 */
const NAMES = [
  'org_id',
  'job_id',
  'video_id',
  'delivery_id',
  'message_id',
  'request_id',
  'key',
  'route',
  'path',
  'method',
  'tool',
  'operation',
  'step',
  'status',
  'type',
  'error_code',
  'outcome',
  'leasedUntil',
  'why',
  'reason',
  'ms',
  'receives',
  'error',
  // What the sweeps count.
  'requeued',
  'given_up',
  'sent',
  'advanced',
  'uploads',
  'expired',
  'erased',
  'interrupted',
  // Metrics and their dimensions.
  '_aws',
  'ended',
  'model',
  'platform',
  'Jobs',
  'JobSeconds',
  'SecondsRead',
  'CreditsCharged',
  'CreditsRefunded',
  'ModelCalls',
  'InputTokens',
  'OutputTokens',
  'LinkFailures',
  'Defects',
] as const;
type Name = (typeof NAMES)[number];

/** Members of a line. */
export type Fields = Readonly<Partial<Record<Name, unknown>>>;

const ALLOWED: ReadonlySet<string> = new Set(NAMES);
/** Causes of an error that are told with it. */
const MOST_CAUSES = 3;

/** The fields that may be written, without what their texts may not tell; of others the names. */
export function allowedFields(fields: object): Record<string, unknown> {
  const entries = Object.entries(fields);
  const left = entries.map(([name]) => name).filter((name) => !ALLOWED.has(name));
  return {
    ...Object.fromEntries(
      entries
        .filter(([name]) => ALLOWED.has(name))
        .map(([name, value]) => [name, name === '_aws' ? value : told(value)]),
    ),
    ...(left.length > 0 && { left_out: left }),
  };
}

function told(value: unknown): unknown {
  if (value instanceof Error) return errorOf(value, MOST_CAUSES);
  if (typeof value === 'string') return withoutContent(value);
  if (Array.isArray(value)) return value.map(told);
  if (typeof value === 'object' && value !== null) return allowedFields(value);
  return value;
}

/** An error by its name, code, cleaned message, and where it was thrown; its own members are not told. */
function errorOf(error: Error, causes: number): object {
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    name,
    // The engine quotes what it could not parse.
    ...(name !== 'SyntaxError' && { message: withoutContent(message) }),
    ...(code !== undefined && { code: withoutContent(code) }),
    stack: stack.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(cause instanceof Error && causes > 0 && { cause: errorOf(cause, causes - 1) }),
    ...(error instanceof AggregateError &&
      causes > 0 && {
        errors: error.errors.filter((one) => one instanceof Error).map((one) => errorOf(one, 0)),
      }),
  };
}
