import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  ResponseTransferMode,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint } from '../../layers/http/route.ts';
import { type Alarms, summed } from './alarms.ts';
import { addErrorBodies } from './gateway-errors.ts';
import { answerGone, answerOtherMethods } from './wrong-method.ts';

/**
 * Calls a second, over all callers. Each organization is held to its plan's rate by the service
 * itself.
 */
const STEADY_RATE = 200;
const BURST = 400;

/**
 * What the gateway hands on as bytes. Not all types: then every JSON body and every answer of its
 * own would be bytes too.
 */
const BINARY_MEDIA_TYPES = [
  'multipart/form-data',
  'application/octet-stream',
  'application/mxf',
  ...['mp4', 'quicktime', 'webm', 'x-matroska', 'mpeg', 'mp2t', 'x-msvideo'].map(
    (type) => `video/${type}`,
  ),
  ...['mpeg', 'mp4', 'wav', 'ogg', 'webm'].map((type) => `audio/${type}`),
];

interface ApiProps {
  readonly routes: readonly Endpoint[];
  readonly functionOf: (route: Endpoint) => IFunction;
  readonly alarms: Alarms;
  /** The address under which callers know the service, where it is not the gateway's own. */
  readonly publicUrl?: string | undefined;
}

/**
 * The HTTP interface: a method for every route, and an answer in the product's own words for
 * everything else.
 */
export class Api extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { routes, functionOf, alarms, publicUrl }: ApiProps) {
    super(scope, id);
    const log = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const api = new RestApi(this, 'Rest', {
      restApiName: 'video-reader',
      description: 'Video Reader',
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: [...BINARY_MEDIA_TYPES],
      cloudWatchRole: true,
      deployOptions: {
        stageName: 'live',
        ...(publicUrl === undefined ? {} : { variables: { PUBLIC_URL: publicUrl } }),
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        throttlingRateLimit: STEADY_RATE,
        throttlingBurstLimit: BURST,
        accessLogDestination: new LogGroupLogDestination(log),
        // Without the path as sent, the query or the caller's agent: an upload ticket is part of
        // a path.
        accessLogFormat: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            time: '$context.requestTimeEpoch',
            method: '$context.httpMethod',
            route: '$context.resourcePath',
            status: '$context.status',
            latencyMs: '$context.responseLatency',
            error: '$context.error.responseType',
          }),
        ),
      },
    });
    for (const route of routes) {
      api.root
        .resourceForPath(route.path)
        .addMethod(route.method, integration(functionOf(route), route.long === true), {
          authorizationType: AuthorizationType.NONE,
        });
    }
    for (const [path, methods] of methodsByPath(routes)) {
      const resource: IResource = api.root.resourceForPath(path);
      answerOtherMethods(resource, methods);
    }
    for (const [path, successor] of RETIRED_PATHS) {
      answerGone(api.root.resourceForPath(path), successor);
    }
    addErrorBodies(api);
    alarms.watch(this, 'ServerErrors', {
      metric: api.metricServerError(summed),
      above: 0,
      runbook: 'gateway-errors',
      says: 'The gateway answered with a 5xx.',
    });
    this.url = api.url;
    acknowledge(this);
  }
}

/**
 * A long answer streams, so that it may take 15 minutes and pass 10 MB; the others are held to 29
 * s.
 */
function integration(handler: IFunction, long: boolean): LambdaIntegration {
  return new LambdaIntegration(handler, {
    allowTestInvoke: false,
    ...(long
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: Duration.minutes(15) }
      : { timeout: Duration.seconds(29) }),
  });
}

function methodsByPath(routes: readonly Endpoint[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) {
    if (method !== 'ANY') methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}

function acknowledge(scope: Construct): void {
  Validations.of(scope).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'Every body is checked by the schema of its route, which names the field at fault. The gateway would answer first, with less.',
    },
    {
      id: 'AwsSolutions-APIG3',
      reason:
        'No firewall: calls are throttled here, limited by organization in the service, and parsed strictly.',
    },
    {
      id: 'AwsSolutions-APIG4',
      reason:
        'Bearer keys and tokens of our own, checked at the edge of each function, which also knows the scope.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason: 'Callers are organizations with API keys, not users of a Cognito pool.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role API Gateway requires of an account before it writes any log.',
    },
  );
}
