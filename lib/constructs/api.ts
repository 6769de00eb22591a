import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  CfnStage,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  ResponseTransferMode,
  RestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Endpoint, methodsOf } from '../../layers/http/route.ts';
import { environmentOf } from '../environment.ts';
import { type Alarms, summed } from './alarms.ts';
import { addErrorBodies } from './gateway-errors.ts';
import { settingsOf, shares } from './throttles.ts';

/**
 * What the gateway hands on as bytes: files by the names that browsers have for them. Not all types:
 * then every JSON body and every answer of its own would be bytes too.
 */
const BINARY_MEDIA_TYPES = [
  'multipart/form-data',
  'application/octet-stream',
  'application/mxf',
  ...['mp4', 'x-m4v', 'quicktime', 'webm', 'x-matroska', 'matroska', 'ogg', '3gpp', '3gpp2'].map(
    (type) => `video/${type}`,
  ),
  ...['mpeg', 'mp2t', 'vnd.dlna.mpeg-tts', 'x-msvideo', 'x-ms-wmv', 'x-ms-asf', 'x-flv', 'dv'].map(
    (type) => `video/${type}`,
  ),
  ...['mpeg', 'mp3', 'mp4', 'x-m4a', 'aac', 'wav', 'x-wav', 'flac', 'x-flac', 'ogg', 'opus'].map(
    (type) => `audio/${type}`,
  ),
  ...['webm', 'x-matroska', '3gpp', 'amr', 'aiff', 'x-aiff', 'x-ms-wma'].map(
    (type) => `audio/${type}`,
  ),
];

interface ApiProps {
  readonly routes: readonly Endpoint[];
  readonly functionOf: (route: Endpoint) => IFunction;
  readonly alarms: Alarms;
}

/** The name of the one stage. Written out, since whoever refers to the stage waits for it. */
const STAGE = 'live';

/**
 * The HTTP interface: a method for every route. What has none is answered by the edge before it;
 * what still comes here gets an answer in the product's own words.
 */
export class Api extends Construct {
  /** Where the edge finds it. */
  readonly origin: { readonly domainName: string; readonly path: string };
  readonly stage: Stage;

  constructor(scope: Construct, id: string, { routes, functionOf, alarms }: ApiProps) {
    super(scope, id);
    const kept = { retention: environmentOf(scope).logs, removalPolicy: RemovalPolicy.DESTROY };
    const log = new LogGroup(this, 'AccessLog', kept);
    const api = new RestApi(this, 'Rest', {
      // Its metrics go by this name: those of another environment are not among them.
      restApiName: environmentOf(scope).metrics,
      description: 'Video Reader',
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: [...BINARY_MEDIA_TYPES],
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE,
        tracingEnabled: true,
        ...settingsOf('everything'),
        methodOptions: shares(routes),
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
      const resource = api.root.resourceForPath(route.path);
      const answered = integration(functionOf(route), route.long === true);
      for (const method of methodsOf(route.method)) {
        resource.addMethod(method, answered, { authorizationType: AuthorizationType.NONE });
      }
    }
    addErrorBodies(api);
    // Where the gateway writes its own errors. It would make the group itself, and keep it for ever.
    const errors = new LogGroup(this, 'ErrorLog', {
      ...kept,
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${STAGE}`,
    });
    api.deploymentStage.node.addDependency(errors);
    alarms.watch(this, 'ServerErrors', {
      metric: api.metricServerError(summed),
      above: 0,
      runbook: 'gateway-errors',
      says: 'The gateway answered with a 5xx.',
    });
    this.stage = api.deploymentStage;
    const { region, urlSuffix } = Stack.of(this);
    this.origin = {
      domainName: `${api.restApiId}.execute-api.${region}.${urlSuffix}`,
      path: `/${STAGE}`,
    };
    acknowledge(this);
  }

  /** Gives every call variables of the stage. They may name what is made after the gateway. */
  setVariables(variables: Readonly<Record<string, string>>): void {
    const stage = this.stage.node.defaultChild;
    if (stage instanceof CfnStage) stage.variables = variables;
  }
}

/**
 * A long answer streams, so that it may take 15 minutes and pass 10 MB; the others are held to 29
 * s.
 */
function integration(handler: IFunction, long: boolean): LambdaIntegration {
  return new LambdaIntegration(handler, {
    // One permission for all methods of a function.
    scopePermissionToMethod: false,
    ...(long
      ? { responseTransferMode: ResponseTransferMode.STREAM, timeout: Duration.minutes(15) }
      : { timeout: Duration.seconds(29) }),
  });
}

function acknowledge(scope: Construct): void {
  Validations.of(scope).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'Every body is checked by the schema of its route, which names the field at fault. The gateway would answer first, with less.',
    },
    {
      id: 'AwsSolutions-APIG4',
      reason:
        'Keys, tokens and sessions of our own, checked where each function begins, which knows the scope too.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'People and organizations are known by sessions, tokens and keys of our own, not by a Cognito pool.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role API Gateway requires of an account before it writes any log.',
    },
  );
}
