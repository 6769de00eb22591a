import type { Operation as Name } from '../../domain/jobs/job.ts';
import { framesOperation } from '../frames/frames-operation.ts';
import { watchOperation } from '../questions/watch-operation.ts';
import { transcriptOperation } from '../transcript/transcript-operation.ts';

/** Every kind of job. A kind of `layers/domain/jobs/job.ts` that is missing here does not compile. */
export const OPERATIONS = {
  frames: framesOperation,
  transcript: transcriptOperation,
  watch_video: watchOperation,
} as const satisfies { readonly [N in Name]: { readonly name: N } };
