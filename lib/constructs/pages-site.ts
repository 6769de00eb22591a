import { Duration, Names, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ASKED_WITH_GET, FILE_METHODS, REFUSAL_HEADERS } from '../../layers/http/unrouted.ts';
import { documentHeaders } from '../../web/headers.ts';
import { PagesDeployment } from './pages-deployment.ts';

/** What CloudFront would refuse in its own words is let through to where we refuse it. */
const REFUSAL = {
  statusCode: 405,
  headers: Object.fromEntries(
    Object.entries({ ...REFUSAL_HEADERS, allow: FILE_METHODS }).map(([name, value]) => [
      name,
      { value },
    ]),
  ),
  body: { encoding: 'text', data: JSON.stringify({ error: ASKED_WITH_GET }) },
};

/** Files that never change under their name. */
export const ASSETS = '/app/assets/*';

/** The document of an address, whatever comes after the name of its page or its ticket. */
const DOCUMENT_OF = `function handler(event) {
  var request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') return ${JSON.stringify(REFUSAL)};
  request.uri = request.uri.startsWith('/u/') ? '/u/index.html' : '/app/index.html';
  return request;
}`;

export interface PagesSiteProps {
  /** Where uploads are sent to and sheets come from, such as `https://s3.REGION.…/BUCKET/`. */
  readonly storage: readonly string[];
}

/**
 * The dashboard and the page of an upload ticket: files in a bucket of their own, and what a
 * distribution does at their paths.
 */
export class PagesSite extends Construct {
  /** By path pattern, for a distribution in the same stack. */
  readonly behaviors: Readonly<Record<string, BehaviorOptions>>;

  constructor(scope: Construct, id: string, { storage }: PagesSiteProps) {
    super(scope, id);
    const bucket = this.makeBucket();
    new PagesDeployment(this, 'Deployment', bucket);
    const shared = {
      // With the right to list, S3 answers 404 and not 403 for a file that is not there.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'Access', {
          originAccessControlName: this.nameOf('Access'),
        }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const assets: BehaviorOptions = {
      ...shared,
      compress: true,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'AssetHeaders', {
        responseHeadersPolicyName: this.nameOf('AssetHeaders'),
        securityHeadersBehavior: { contentTypeOptions: { override: true } },
      }),
    };
    const documents: BehaviorOptions = {
      ...shared,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // A document names the files of its deployment: kept at the edge it would name old ones.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      responseHeadersPolicy: this.documentPolicy(storage),
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'DocumentOf', {
            code: FunctionCode.fromInline(DOCUMENT_OF),
            runtime: FunctionRuntime.JS_2_0,
          }),
        },
      ],
    };
    this.behaviors = {
      [ASSETS]: assets,
      '/app': documents,
      '/app/*': documents,
      '/u/*': documents,
    };
  }

  /** CloudFront's names are one list for an account: a region has its own, so that another may follow. */
  private nameOf(id: string): string {
    return `${Names.uniqueResourceName(this, { maxLength: 32 })}-${id}-${Stack.of(this).region}`;
  }

  private makeBucket(): IBucket {
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // Everything in it is made again by a deployment, which also empties it when it is removed.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The files are public, and CloudFront alone reads them.',
    });
    // Its optional properties are not those of IBucket where `undefined` is told apart.
    return bucket as IBucket;
  }

  private documentPolicy(storage: readonly string[]): ResponseHeadersPolicy {
    const headers = documentHeaders(storage);
    return new ResponseHeadersPolicy(this, 'DocumentHeaders', {
      responseHeadersPolicyName: this.nameOf('DocumentHeaders'),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: headers['content-security-policy'],
          override: true,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
      },
    });
  }
}
