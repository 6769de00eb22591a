import { NestedStack, Stack } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { CARRIES } from '../../layers/http/edge-challenge.ts';
import type { Alarms } from '../constructs/alarms.ts';
import { Api } from '../constructs/api.ts';
import { Edge } from '../constructs/edge.ts';
import { VIEWER_HEADER } from '../constructs/edge-function.ts';
import { Firewall } from '../constructs/firewall.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { PagesSite } from '../constructs/pages-site.ts';
import type { CallsStack } from './calls-stack.ts';

interface GatewayProps {
  readonly calls: CallsStack;
  /** What uploads are sent to, and sheets come from. */
  readonly bucket: Bucket;
  readonly alarms: Alarms;
}

/** The way in: one address for callers, and what stands between it and the functions. */
export class GatewayStack extends NestedStack {
  /** The address under which callers know the service. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, { calls, bucket, alarms }: GatewayProps) {
    super(scope, id, { description: 'Video Reader: the HTTP interface' });
    const api = new Api(this, 'Api', {
      routes: calls.endpoints,
      functionOf: (endpoint) => calls.functionOf(endpoint),
      alarms,
    });
    const pages = new PagesSite(this, 'Pages', {
      storage: [addressOf(bucket)],
    });
    const originSecret = new OriginSecret(this, 'OriginSecret');
    const edge = new Edge(this, 'Edge', {
      endpoints: calls.endpoints,
      gateway: api.origin,
      originSecret: originSecret.sent,
      pages: pages.behaviors,
    });
    new Firewall(this, 'Firewall', {
      originSecrets: originSecret.taken,
      stageArn: api.stage.stageArn,
    });
    api.setVariables({ PUBLIC_URL: edge.publicUrl, VIEWER_HEADER, [CARRIES]: 'yes' });
    this.publicUrl = edge.publicUrl;
  }
}

/** What signed addresses of its objects begin with: layers/adapters/s3/client.ts writes paths. */
function addressOf(bucket: Bucket): string {
  const { region, urlSuffix } = Stack.of(bucket);
  return `https://s3.${region}.${urlSuffix}/${bucket.bucketName}/`;
}
