import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import {
  AssetHashType,
  type CfnElement,
  DockerImage,
  RemovalPolicy,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { ASSET_HEADERS, documentHeaders } from '../../web/headers.ts';
import { environmentOf } from '../environment.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = ['*/index.html'];

/** Bundled by a process of its own, since a construct cannot wait for a promise. */
const bundled = {
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // The type asks for an image; the local bundling below is the only one that runs.
    image: DockerImage.fromRegistry('node'),
    local: {
      tryBundle(folder: string) {
        execFileSync(process.execPath, [join(ROOT, 'web/build.ts'), folder]);
        return true;
      },
    },
  },
};

/**
 * Puts the dashboard's files into their bucket: assets first, then the documents that name them.
 * Assets of earlier deployments stay, for pages that are still open.
 */
export class PagesDeployment extends Construct {
  constructor(scope: Construct, id: string, bucket: IBucket) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    const logGroup = new LogGroup(this, 'Log', {
      retention: environmentOf(this).logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    const shared = {
      sources: [Source.asset(join(ROOT, 'web'), bundled)],
      destinationBucket: bucket,
      prune: false,
      // Else the bucket could not be removed with its stack.
      retainOnDelete: false,
      memoryLimit: 512,
      role,
      logGroup,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      exclude: DOCUMENTS,
      cacheControl: [CacheControl.fromString(ASSET_HEADERS['cache-control'])],
    });
    const documents = new BucketDeployment(this, 'Documents', {
      ...shared,
      exclude: ['*'],
      include: DOCUMENTS,
      cacheControl: [CacheControl.fromString(documentHeaders([])['cache-control'])],
    });
    documents.node.addDependency(assets);
    this.acknowledgeRights(bucket);
  }

  /** The function and its rights are the library's. */
  private acknowledgeRights(bucket: IBucket): void {
    const stack = Stack.of(this);
    const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement);
    const bootstrap = '<AWS::AccountId>-<AWS::Region>';
    const wildcards = [
      ...['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort'].map(
        (action) => `Action::s3:${action}*`,
      ),
      `Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${bootstrap}/*`,
      `Resource::<${bucketId}.Arn>/*`,
    ];
    for (const wildcard of wildcards) {
      Validations.of(this).acknowledge({
        id: `AwsSolutions-IAM5[${wildcard}]`,
        reason: 'Copies public files from the bucket of assets into the bucket of pages.',
      });
    }
    for (const child of stack.node.children) {
      if (!child.node.id.startsWith('Custom::CDKBucketDeployment')) continue;
      Validations.of(child).acknowledge({
        id: 'AwsSolutions-L1',
        reason: 'Its runtime comes with the version of aws-cdk-lib.',
      });
    }
  }
}
