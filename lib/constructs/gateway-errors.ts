import { ResponseType, type RestApi, type ResponseType as Type } from 'aws-cdk-lib/aws-apigateway';
import { type ErrorType, PROCESSING_FAILED } from '../../layers/domain/errors.ts';

interface Answer {
  readonly type: Type;
  readonly status?: string;
  readonly error: ErrorType;
  readonly message: string;
  readonly headers?: Record<string, string>;
}

const ANSWERS: readonly Answer[] = [
  {
    // A path that no route has is what API Gateway calls a missing token.
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
    status: '404',
    error: 'invalid_request',
    message: 'There is nothing at this path. Every resource starts with /v1.',
  },
  {
    // Functions take any content type, so only a refused method with an unusual one comes here.
    type: ResponseType.UNSUPPORTED_MEDIA_TYPE,
    status: '405',
    error: 'invalid_request',
    message: 'This path does not take this method.',
  },
  {
    type: ResponseType.REQUEST_TOO_LARGE,
    error: 'invalid_request',
    message:
      'The body is too large to pass through here. POST /v1/uploads/direct gives an address for large files.',
  },
  {
    type: ResponseType.THROTTLED,
    error: 'rate_limited',
    message: 'Too many calls at once. Wait the seconds that Retry-After names, then send it again.',
    headers: { 'Retry-After': "'1'" },
  },
  {
    // Past the gateway's time; the work goes on, and an idempotency_key finds it again.
    type: ResponseType.INTEGRATION_TIMEOUT,
    status: '500',
    error: 'processing_failed',
    message: PROCESSING_FAILED.message,
  },
  {
    type: ResponseType.INTEGRATION_FAILURE,
    status: '500',
    error: 'processing_failed',
    message: PROCESSING_FAILED.message,
  },
  {
    type: ResponseType.DEFAULT_4XX,
    error: 'invalid_request',
    message: 'The call could not be understood. Check its method, path and headers.',
  },
  {
    type: ResponseType.DEFAULT_5XX,
    error: 'processing_failed',
    message: PROCESSING_FAILED.message,
  },
];

/** What the gateway says by itself has the body of every other error. */
export function addErrorBodies(api: RestApi): void {
  for (const { type, status, error, message, headers } of ANSWERS) {
    api.addGatewayResponse(type.responseType, {
      type,
      ...(status === undefined ? {} : { statusCode: status }),
      responseHeaders: { ...headers, 'Access-Control-Allow-Origin': "'*'" },
      templates: { 'application/json': JSON.stringify({ error: { type: error, message } }) },
    });
  }
}
