import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiEvent } from './api-event.ts';

/** Headers in which a refusal travels from the service to the edge; no caller sees them. */
export const CARRIED = { status: 'x-carried-status', challenge: 'x-carried-challenge' } as const;

/** The variable of a gateway's stage that says that an edge unpacks what is carried. */
export const CARRIES = 'EDGE_CARRIES';

/** What the edge sees of a refusal. It looks at no answer of 400 and more. */
const CARRIER = 203;

/**
 * An answer that asks for a credential, in the form in which API Gateway and CloudFront let it
 * through: the gateway renames `WWW-Authenticate`, and the edge, which could name it back, is shown
 * no refusal. Any other answer, and any where no edge stands before the gateway, is left as it is.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function throughEdge(
  { stageVariables }: Pick<ApiEvent, 'stageVariables'>,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult {
  const { 'www-authenticate': challenge, ...headers } = answer.headers ?? {};
  if (challenge === undefined || !stageVariables?.[CARRIES]) return answer;
  const carried = { [CARRIED.status]: answer.statusCode, [CARRIED.challenge]: challenge };
  return { ...answer, statusCode: CARRIER, headers: { ...headers, ...carried } };
}
