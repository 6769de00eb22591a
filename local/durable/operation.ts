import { z } from 'zod';

/** Bytes of UTF-8 in a result, an input or any other payload. */
export const PAYLOAD_BYTES = 256 * 1024;
const ERROR_BYTES = 32 * 1024;
const YEAR_SECONDS = 366 * 24 * 3600;

const bytes = (text: string): number => Buffer.byteLength(text);
const seconds = z.int().min(1).max(YEAR_SECONDS);

export const Payload = z
  .string()
  .refine((text) => bytes(text) <= PAYLOAD_BYTES, `A payload has at most ${PAYLOAD_BYTES} bytes.`);

export const ErrorObject = z
  .object({
    ErrorMessage: z.string().optional(),
    ErrorType: z.string().optional(),
    ErrorData: z.string().optional(),
    StackTrace: z.array(z.string()).optional(),
  })
  .refine(
    (error) => bytes(JSON.stringify(error)) <= ERROR_BYTES,
    `An error has at most ${ERROR_BYTES} bytes.`,
  );
export type ErrorObject = z.infer<typeof ErrorObject>;

const Type = z.enum(['EXECUTION', 'CONTEXT', 'STEP', 'WAIT', 'CALLBACK', 'CHAINED_INVOKE']);
export type OperationType = z.infer<typeof Type>;
const Action = z.enum(['START', 'SUCCEED', 'FAIL', 'RETRY', 'CANCEL']);
export type Action = z.infer<typeof Action>;

/** What a handler reports of one operation, as CheckpointDurableExecution carries it. */
export const OperationUpdate = z.object({
  Id: z.string().min(1).max(64),
  Type,
  Action,
  ParentId: z.string().min(1).max(64).optional(),
  Name: z.string().max(256).optional(),
  SubType: z.string().max(32).optional(),
  Payload: Payload.optional(),
  Error: ErrorObject.optional(),
  ContextOptions: z.object({ ReplayChildren: z.boolean().optional() }).optional(),
  StepOptions: z.object({ NextAttemptDelaySeconds: seconds.optional() }).optional(),
  WaitOptions: z.object({ WaitSeconds: seconds }).optional(),
  CallbackOptions: z
    .object({
      TimeoutSeconds: z.int().min(0).max(99_999_999).optional(),
      // No callback of ours is kept alive; one that asked for it would wait in vain.
      HeartbeatTimeoutSeconds: z.literal(0).optional(),
    })
    .optional(),
  ChainedInvokeOptions: z.object({ FunctionName: z.string().min(1).max(200) }).optional(),
});
export type OperationUpdate = z.infer<typeof OperationUpdate>;

export type OperationStatus =
  | 'STARTED'
  | 'PENDING'
  | 'READY'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELLED'
  | 'TIMED_OUT';

/** Times are RFC 3339 strings, as the event of an invocation carries them. */
export interface Operation {
  readonly Id: string;
  readonly Type: OperationType;
  readonly Status: OperationStatus;
  readonly StartTimestamp: string;
  readonly EndTimestamp?: string;
  readonly ParentId?: string | undefined;
  readonly Name?: string | undefined;
  readonly SubType?: string | undefined;
  readonly ExecutionDetails?: { readonly InputPayload: string };
  readonly ContextDetails?: Ended & { readonly ReplayChildren?: boolean | undefined };
  readonly StepDetails?: Ended & {
    /** Attempts that have ended. */
    readonly Attempt: number;
    readonly NextAttemptTimestamp?: string | undefined;
  };
  readonly WaitDetails?: { readonly ScheduledEndTimestamp: string };
  readonly CallbackDetails?: Ended & { readonly CallbackId: string };
  readonly ChainedInvokeDetails?: Ended;
}

interface Ended {
  readonly Result?: string | undefined;
  readonly Error?: ErrorObject | undefined;
}

export const hasEnded = ({ Status }: Operation): boolean =>
  Status !== 'STARTED' && Status !== 'PENDING' && Status !== 'READY';

const epochSeconds = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time) / 1000;

/** An operation as Lambda's interface answers it: times in seconds since 1970. */
export const onTheWire = (operation: Operation): unknown => ({
  ...operation,
  StartTimestamp: epochSeconds(operation.StartTimestamp),
  EndTimestamp: epochSeconds(operation.EndTimestamp),
  ...(operation.StepDetails && {
    StepDetails: {
      ...operation.StepDetails,
      NextAttemptTimestamp: epochSeconds(operation.StepDetails.NextAttemptTimestamp),
    },
  }),
  ...(operation.WaitDetails && {
    WaitDetails: {
      ScheduledEndTimestamp: epochSeconds(operation.WaitDetails.ScheduledEndTimestamp),
    },
  }),
});
