import { join } from 'node:path';
import { Duration, Size } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  Architecture,
  DockerImageCode,
  DockerImageFunction,
  type FunctionOptions,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { ROUTES } from '../../functions/api/routes.ts';
import { decode, fetchLinks } from '../../functions/durable/durable-functions.ts';
import { WORKERS } from '../../functions/workers/workers.ts';
import { folderOf } from '../../layers/http/route.ts';
import { environmentOf } from '../environment.ts';
import { BUNDLED, MEDIA } from '../function-sizes.ts';
import { bundledCode } from './bundled-code.ts';

const ARCHITECTURES = { x86_64: Architecture.X86_64, arm64: Architecture.ARM_64 } as const;

const ROOT = join(import.meta.dirname, '../..');

/** Folders under functions/ whose handlers need ffmpeg, and so live in the image. */
const MEDIA_HANDLERS = [
  ...ROUTES.filter((route) => route.runtime === 'media').map(folderOf),
  ...WORKERS.filter((worker) => worker.runtime === 'media').map(
    (worker) => `workers/${worker.name}`,
  ),
  `durable/${decode.name}`,
  `durable/${fetchLinks.name}`,
];

/** A function bundled by esbuild. */
export function nodeFunction(
  scope: Construct,
  folder: string,
  options: FunctionOptions,
): LambdaFunction {
  return new LambdaFunction(scope, 'Function', {
    code: bundledCode(scope, folder),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: ARCHITECTURES[BUNDLED.architecture],
    memorySize: BUNDLED.memoryMb,
    timeout: Duration.seconds(29),
    ...options,
    environment: { NODE_OPTIONS: '--enable-source-maps', ...options.environment },
  });
}

/** A function from the image that holds ffmpeg. */
export function mediaFunction(
  scope: Construct,
  folder: string,
  options: FunctionOptions,
): LambdaFunction {
  return new DockerImageFunction(scope, 'Function', {
    code: DockerImageCode.fromImageAsset(ROOT, {
      file: 'functions/workers/Dockerfile',
      platform: Platform.LINUX_AMD64,
      buildArgs: { HANDLERS: MEDIA_HANDLERS.join(' '), ...downloaderArgs(scope) },
      cmd: [`${folder}/handler.handler`],
    }),
    architecture: ARCHITECTURES[MEDIA.architecture],
    // Accounts that are new may be held to 3,008 until a quota is asked for.
    memorySize: environmentOf(scope).mediaMemoryMb,
    ephemeralStorageSize: Size.gibibytes(MEDIA.scratchGb),
    timeout: Duration.minutes(15),
    ...options,
  });
}

/**
 * Another release of yt-dlp than the one that the image pins, which is deployed without anything
 * else of a release.
 * @throws Error where it comes without the sum by which it is checked
 */
function downloaderArgs({ node }: Construct): Record<string, string> {
  const version: unknown = node.tryGetContext('ytDlpVersion');
  const sum: unknown = node.tryGetContext('ytDlpSha256');
  if (version === undefined && sum === undefined) return {};
  if (/^\d{4}\.\d\d\.\d\d/.test(String(version)) && /^[0-9a-f]{64}$/.test(String(sum))) {
    return { YT_DLP_VERSION: String(version), YT_DLP_SHA256: String(sum) };
  }
  throw new Error(
    'The contexts ytDlpVersion (such as 2026.11.20) and ytDlpSha256 (of yt-dlp_linux.zip, as SHA2-256SUMS of that release says) are given together',
  );
}
