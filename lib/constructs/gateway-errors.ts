import { ResponseType, type RestApi, type ResponseType as Type } from 'aws-cdk-lib/aws-apigateway';
import { type ApiError, PROCESSING_FAILED } from '../../layers/domain/errors.ts';
import { ANY_ORIGIN, EXPOSED } from '../../layers/http/cors.ts';
import { bodyTooLarge } from '../../layers/http/unrouted.ts';
import { MAX_BODY_BYTES } from './edge-function.ts';

interface Answer {
  readonly type: Type;
  readonly status?: string;
  readonly error: ApiError;
  readonly headers?: Record<string, string>;
}

const NOTHING_HERE: ApiError = {
  type: 'invalid_request',
  message: 'There is nothing at this path. All that there is stands in /openapi.json.',
};

const ANSWERS: readonly Answer[] = [
  // A path that no route has is what API Gateway calls a missing token, and with a credential a
  // wrong signature.
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, status: '404', error: NOTHING_HERE },
  { type: ResponseType.INVALID_SIGNATURE, status: '404', error: NOTHING_HERE },
  // Past 10 MB the gateway says so itself, below that Lambda past 6 MB.
  { type: ResponseType.REQUEST_TOO_LARGE, error: bodyTooLarge(MAX_BODY_BYTES) },
  {
    type: ResponseType.THROTTLED,
    error: {
      type: 'rate_limited',
      message:
        'Too many calls at once. Wait the seconds that Retry-After names, then send it again.',
    },
    headers: { 'Retry-After': "'1'" },
  },
  {
    type: ResponseType.WAF_FILTERED,
    status: '400',
    error: {
      type: 'invalid_request',
      message:
        'The firewall took this call for an attack by its path, query or headers. Send it without what looks like one, or tell the operator its x-request-id.',
      reason: 'blocked',
    },
  },
  // Past the gateway's time; the work goes on, and an idempotency_key finds it again.
  { type: ResponseType.INTEGRATION_TIMEOUT, status: '500', error: PROCESSING_FAILED },
  { type: ResponseType.INTEGRATION_FAILURE, status: '500', error: PROCESSING_FAILED },
  {
    type: ResponseType.DEFAULT_4XX,
    error: {
      type: 'invalid_request',
      message: 'The call could not be understood. Check its method, path and headers.',
    },
  },
  { type: ResponseType.DEFAULT_5XX, error: PROCESSING_FAILED },
];

/** Pages of any origin send uploads: they are shown what any answer shows them. */
const FOR_PAGES = Object.fromEntries(
  Object.entries({ ...ANY_ORIGIN, ...EXPOSED }).map(([name, value]) => [name, `'${value}'`]),
);

/** What the gateway says by itself has the body of every other error. */
export function addErrorBodies(api: RestApi): void {
  for (const { type, status, error, headers } of ANSWERS) {
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status === undefined ? {} : { statusCode: status }),
      responseHeaders: {
        ...headers,
        ...FOR_PAGES,
        'Cache-Control': "'no-store'",
        'x-request-id': 'context.requestId',
      },
      templates: { 'application/json': JSON.stringify({ error }) },
    });
  }
}
