import { Duration, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { BUCKET_CORS } from '../../layers/adapters/s3/bucket-cors.ts';
import { BUCKET_EXPIRY, TRANSFER_DAYS } from '../../layers/adapters/s3/bucket-lifecycle.ts';
import { environmentOf, removalOf } from '../environment.ts';

/** The private bucket that holds uploads and everything made from them. */
export function makeArtifactsBucket(scope: Construct, id: string): Bucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    // With a key of ours every signer of a link would need rights on it too.
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    // An erased video must be gone, not hidden behind a delete marker.
    versioned: false,
    removalPolicy: removalOf(environmentOf(scope)),
    cors: [
      {
        allowedOrigins: [...BUCKET_CORS.allowedOrigins],
        allowedMethods: BUCKET_CORS.allowedMethods.map((method) => HttpMethods[method]),
        allowedHeaders: [...BUCKET_CORS.allowedHeaders],
        exposedHeaders: [...BUCKET_CORS.exposedHeaders],
        maxAge: BUCKET_CORS.maxAgeSeconds,
      },
    ],
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(TRANSFER_DAYS) },
      ...BUCKET_EXPIRY.map(({ prefix, days }) => ({ prefix, expiration: Duration.days(days) })),
    ],
  });
  if (bucket.node.defaultChild instanceof CfnBucket) {
    // `eventBridgeEnabled` would add a Lambda function of its own to do the same.
    bucket.node.defaultChild.notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Access logs would keep the ids of organizations and videos after an erasure.',
  });
  return bucket;
}
