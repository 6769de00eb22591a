import {
  AuthorizationType,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import type { ErrorType } from '../../layers/domain/errors.ts';
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
      requestTemplates: templates(410),
      integrationResponses: [
        { statusCode: '410', responseTemplates: { 'application/json': body } },
      ],
    }),
    { authorizationType: AuthorizationType.NONE, methodResponses: [{ statusCode: '410' }] },
  );
}

const templates = (statusCode: number) =>
  Object.fromEntries(CONTENT_TYPES.map((type) => [type, JSON.stringify({ statusCode })]));

/** Answers 405 with Allow to every method that the resource does not have, without a function. */
export function refuseOtherMethods(resource: IResource, methods: readonly string[]): void {
  const allow = methods.join(', ');
  const type: ErrorType = 'invalid_request';
  const message = `This path takes ${allow}.`;
  resource.addMethod(
    'ANY',
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: templates(405),
      integrationResponses: [
        {
          statusCode: '405',
          responseParameters: { 'method.response.header.Allow': `'${allow}'` },
          responseTemplates: { 'application/json': JSON.stringify({ error: { type, message } }) },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        { statusCode: '405', responseParameters: { 'method.response.header.Allow': true } },
      ],
    },
  );
}
