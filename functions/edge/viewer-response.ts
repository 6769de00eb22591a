// Runs in every edge location, before an answer below 400 goes to the caller: a CloudFront Function.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html

interface Value {
  readonly value: string;
}

export interface AnswerEvent {
  readonly response: { statusCode: number; statusDescription?: string; headers: Headers };
}
type Headers = Record<string, Value | undefined>;

/** Put in when the function is bundled, from layers/http/edge-challenge.ts. */
declare const EDGE_STATUS: string;
declare const EDGE_CHALLENGE: string;

/** The answer as the service meant it: a refusal that was carried past the gateway is one again. */
export function handler(event: AnswerEvent): AnswerEvent['response'] {
  const response = event.response;
  const status = response.headers[EDGE_STATUS];
  if (status === undefined) return response;
  response.statusCode = Number(status.value);
  response.statusDescription = response.statusCode === 401 ? 'Unauthorized' : 'Forbidden';
  response.headers['www-authenticate'] = response.headers[EDGE_CHALLENGE];
  delete response.headers[EDGE_STATUS];
  delete response.headers[EDGE_CHALLENGE];
  return response;
}
