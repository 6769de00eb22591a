import {
  AuthorizationType,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import type { ErrorType } from '../../layers/domain/errors.ts';
import { ANY_ORIGIN, PREFLIGHT } from '../../layers/http/cors.ts';
import { goneTo } from '../../layers/http/retired-paths.ts';

// A template for each content type a client is likely to send; another ends as
// UNSUPPORTED_MEDIA_TYPE.
const CONTENT_TYPES = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

/** Answers 410 to every method of a path of an earlier shape of the product, without a function. */
export function answerGone(resource: IResource, successor: string): void {
  const body = JSON.stringify({ error: goneTo(successor) });
  resource.addMethod(
    'ANY',
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: templates(status(410)),
      integrationResponses: [
        { statusCode: '410', responseTemplates: { 'application/json': body } },
      ],
    }),
    { authorizationType: AuthorizationType.NONE, methodResponses: [{ statusCode: '410' }] },
  );
}

const templates = (answer: string) =>
  Object.fromEntries(CONTENT_TYPES.map((type) => [type, answer]));

const status = (statusCode: number) => JSON.stringify({ statusCode });

/** As the gateway writes a header of its own: in single quotes. */
const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      `method.response.header.${name}`,
      `'${value}'`,
    ]),
  );

const declared = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(headersOf(headers)).map((name) => [name, true]));

/**
 * Answers 405 with Allow to every method that the resource does not have, and the preflights of
 * browsers, without a function.
 */
export function answerOtherMethods(resource: IResource, methods: readonly string[]): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  const type: ErrorType = 'invalid_request';
  const message = `This path takes ${allow}.`;
  const refusal = { Allow: allow, ...ANY_ORIGIN };
  const preflight = { Allow: allow, ...PREFLIGHT, 'access-control-allow-methods': allow };
  resource.addMethod(
    'ANY',
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: templates(
        `#if($context.httpMethod == "OPTIONS")${status(204)}#else${status(405)}#end`,
      ),
      integrationResponses: [
        {
          statusCode: '405',
          responseParameters: headersOf(refusal),
          responseTemplates: { 'application/json': JSON.stringify({ error: { type, message } }) },
        },
        {
          statusCode: '204',
          selectionPattern: '204',
          responseParameters: headersOf(preflight),
          responseTemplates: { 'application/json': '' },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        { statusCode: '405', responseParameters: declared(refusal) },
        { statusCode: '204', responseParameters: declared(preflight) },
      ],
    },
  );
}
