import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
  readonly type: string | undefined;
  /** Of the object that is copied: another one that took its key meanwhile is not. */
  readonly etag: string;
}

/**
 * The most that is copied by one call: S3 answers when it is done, and copies some 80 MB a second
 * (https://github.com/aws/aws-sdk-js-v3/issues/2917), while its client gives up a connection that
 * has been silent for ten seconds.
 */
const PART_BYTES = 256 * 1024 ** 2;
const PARTS_AT_ONCE = 8;

/**
 * Copies an object within a bucket; no byte of it leaves the storage.
 * @param oneCallBytes up to this size it is copied in one call, above it by parts
 */
export async function copyWithin(
  client: S3Client,
  bucket: string,
  copying: Copying,
  { oneCallBytes = PART_BYTES, partBytes = PART_BYTES } = {},
): Promise<void> {
  const { from, to, bytes, type, etag } = copying;
  const target = { Bucket: bucket, Key: to };
  const source = { CopySource: `${bucket}/${encodeURIComponent(from)}`, CopySourceIfMatch: etag };
  if (bytes <= oneCallBytes) {
    await client.send(new CopyObjectCommand({ ...target, ...source }));
    return;
  }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ContentType: type }),
  );
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let next = 0;
    const copyParts = async () => {
      for (let at = next++; at * partBytes < bytes; at = next++) {
        const last = Math.min(bytes, (at + 1) * partBytes) - 1;
        const { CopyPartResult } = await client.send(
          new UploadPartCopyCommand({
            ...target,
            ...source,
            UploadId,
            PartNumber: at + 1,
            CopySourceRange: `bytes=${at * partBytes}-${last}`,
          }),
        );
        Parts[at] = { PartNumber: at + 1, ETag: CopyPartResult?.ETag };
      }
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, copyParts));
    await client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
    throw error;
  }
}
