import type { S3Client } from '@aws-sdk/client-s3';
import { lambdaCall } from '../../layers/adapters/lambda/call.ts';
import { lambdaClient } from '../../layers/adapters/lambda/client.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import { keptTables } from '../../layers/adapters/s3/stored/kept-table.ts';
import { newId, wait } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import { makeDecoder } from '../../layers/app/decoding/decoder.ts';
import type { Decoder } from '../../layers/app/ports/sources/decoder.ts';

interface DecoderEnv {
  readonly BUCKET: string;
  readonly DECODE_NOW_FUNCTION: string;
}

/** Longest that an answer is waited for: all of the function's time, and a minute for its start. */
const ANSWER_MS = 960_000;

/** Decodes in the function without rights. */
export const decoderIn = (
  { BUCKET, DECODE_NOW_FUNCTION }: DecoderEnv,
  objects: S3Client,
): Decoder =>
  makeDecoder({
    call: lambdaCall(lambdaClient(ANSWER_MS), DECODE_NOW_FUNCTION),
    artifacts: s3Artifacts(objects, BUCKET),
    direct: s3DirectStore(objects, BUCKET),
    mend: keptTables({ client: objects, bucket: BUCKET, newDigest: newSourceDigest }),
    newId,
    wait,
  });
