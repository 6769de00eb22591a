import { Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { answerFunctionCode, edgeFunctionCode } from './edge-function.ts';
import { ORIGIN_HEADER } from './origin-secret.ts';
import { ASSETS } from './pages-site.ts';

/**
 * Seconds without a byte for which CloudFront waits for the gateway, the most that an account is
 * given without asking.
 */
const SILENT_SECONDS = 120;

/**
 * Seconds that a call waits for its job in the cloud: it is answered before the edge gives it up,
 * with room for the start of a function and for what it does before it waits.
 */
export const SYNC_WAIT_SECONDS = SILENT_SECONDS - 20;

/** For how long the edge answers /healthz by itself. */
const HEALTH_SECONDS = 10;

/** Statuses whose answers CloudFront would keep for ten seconds, and give to other callers. */
const ERRORS_THAT_ARE_KEPT = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

interface EdgeProps {
  readonly endpoints: Parameters<typeof edgeFunctionCode>[0];
  readonly gateway: { readonly domainName: string; readonly path: string };
  /** By it the gateway knows the edge. */
  readonly originSecret: string;
  /** What is answered from elsewhere, by path pattern. */
  readonly pages: Readonly<Record<string, BehaviorOptions>>;
}

/** The one address of the service: CloudFront, under a domain of its own or of the caller's. */
export class Edge extends Construct {
  /** The address under which callers know the service, without a slash at its end. */
  readonly publicUrl: string;

  constructor(
    scope: Construct,
    id: string,
    { endpoints, gateway, originSecret, pages }: EdgeProps,
  ) {
    super(scope, id);
    const context = (name: string): string | undefined => this.node.tryGetContext(name);
    const domainName = context('domainName');
    const certificateArn = context('certificateArn');
    if ((domainName === undefined) !== (certificateArn === undefined)) {
      throw new Error('The contexts domainName and certificateArn are given together');
    }
    const calls: BehaviorOptions = {
      origin: new HttpOrigin(gateway.domainName, {
        originPath: gateway.path,
        customHeaders: { [ORIGIN_HEADER]: originSecret },
        readTimeout: Duration.seconds(SILENT_SECONDS),
        keepaliveTimeout: Duration.seconds(60),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // All that the caller sent but the host, by which the gateway finds the API.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // A call that was sent in the clear has told its key already: it is refused, not led on.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'ViewerRequest', {
            comment: 'Paths, methods, sizes and the address of the caller',
            code: FunctionCode.fromInline(edgeFunctionCode(endpoints)),
            runtime: FunctionRuntime.JS_2_0,
          }),
        },
        {
          eventType: FunctionEventType.VIEWER_RESPONSE,
          function: new EdgeFunction(this, 'ViewerResponse', {
            comment: 'Refusals that name where a credential is to be had',
            code: FunctionCode.fromInline(answerFunctionCode()),
            runtime: FunctionRuntime.JS_2_0,
          }),
        },
      ],
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Video Reader',
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domainName === undefined || certificateArn === undefined
        ? {}
        : {
            domainNames: [domainName],
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
          }),
      defaultBehavior: calls,
      additionalBehaviors: {
        ...pages,
        ...missingFrom(pages, calls.origin),
        '/healthz': {
          ...calls,
          cachePolicy: new CachePolicy(this, 'Health', {
            comment: 'Asked for by monitors from everywhere',
            minTtl: Duration.seconds(HEALTH_SECONDS),
            defaultTtl: Duration.seconds(HEALTH_SECONDS),
            maxTtl: Duration.seconds(HEALTH_SECONDS),
          }),
        },
      },
      errorResponses: ERRORS_THAT_ARE_KEPT.map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });
    this.publicUrl = `https://${domainName ?? distribution.distributionDomainName}`;
    if (domainName !== undefined) this.addRecords(domainName, distribution);
    acknowledge(distribution);
  }

  /** Leads the domain here, where its zone is in the account. */
  private addRecords(domainName: string, distribution: Distribution): void {
    const hostedZoneId: string | undefined = this.node.tryGetContext('hostedZoneId');
    const zoneName: string | undefined = this.node.tryGetContext('hostedZoneName');
    if (hostedZoneId === undefined || zoneName === undefined) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const record = {
      zone,
      recordName: `${domainName}.`,
      target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
    };
    new ARecord(this, 'Record', record);
    new AaaaRecord(this, 'Record6', record);
  }
}

/**
 * A file that the bucket lacks is asked of the gateway, which has nothing at that path and says so
 * in the words of every refusal: S3 answers in XML.
 */
function missingFrom(pages: EdgeProps['pages'], gateway: IOrigin): EdgeProps['pages'] {
  const assets = pages[ASSETS];
  if (!assets) return {};
  const origin = new OriginGroup({
    primaryOrigin: assets.origin,
    fallbackOrigin: gateway,
    fallbackStatusCodes: [404],
  });
  return { [ASSETS]: { ...assets, origin } };
}

function acknowledge(distribution: Distribution): void {
  Validations.of(distribution).acknowledge(
    {
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'No behavior hands the root of a bucket on: each has a prefix, and documents a name.',
    },
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Callers are everywhere.',
    },
    {
      id: 'AwsSolutions-CFR2',
      reason:
        'The firewall stands before the gateway, in the region of the service: docs/decisions/0155. What the edge answers by itself are files and refusals.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'The log that the rule asks for keeps paths as they were sent, and an upload ticket is part of one. The gateway logs every call by its route.',
    },
    {
      id: 'AwsSolutions-CFR4',
      reason:
        'TLS 1.2 at least with a domain of its own; a name of CloudFront comes with its own certificate, which takes no such setting.',
    },
  );
}
