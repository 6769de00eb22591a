import type { DeployedFunction } from './function-process.ts';
import type { ImageFolder } from './image-folder.ts';
import type { Synthesized } from './synthesized.ts';
import { type Physical, placed, type resolver, type Stack } from './template.ts';

interface Properties {
  readonly Code: { readonly S3Key?: string; readonly ImageUri?: unknown };
  readonly Handler?: string;
  readonly Runtime?: string;
  readonly ImageConfig?: { readonly Command: readonly [string] };
  readonly Timeout: number;
  readonly MemorySize: number;
  readonly DurableConfig?: { readonly ExecutionTimeout: number };
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
}

/** What copies the files of pages is the library's, and no JavaScript. */
const isOurs = ({ Runtime = 'nodejs' }: Properties): boolean => Runtime.startsWith('nodejs');

/** Every function of ours in the templates, with what it would be started with. */
export const deployedFunctions = (
  { stacks, folderOf }: Synthesized,
  image: ImageFolder,
  resolve: ReturnType<typeof resolver>,
  physicalOf: (stack: Stack, id: string) => Physical | undefined,
): readonly DeployedFunction[] =>
  placed<Properties>(stacks, 'AWS::Lambda::Function')
    .filter(({ properties }) => isOurs(properties))
    .map(({ stack, id, properties }) => {
      const { Code, Handler, ImageConfig, Environment } = properties;
      const [handler = Handler ?? ''] = ImageConfig?.Command ?? [];
      const own = Object.entries(Environment?.Variables ?? {}).map(([name, value]) => [
        name,
        resolve(value, stack),
      ]);
      return {
        id,
        handler,
        taskRoot: Code.S3Key === undefined ? image.taskRoot : folderOf(Code.S3Key),
        timeoutMs: properties.Timeout * 1000,
        memoryMb: properties.MemorySize,
        executionSeconds: properties.DurableConfig?.ExecutionTimeout,
        arn: physicalOf(stack, id)?.['Arn'] ?? '',
        variables: {
          ...(Code.S3Key === undefined ? image.variables : {}),
          ...Object.fromEntries(own),
        },
      };
    });
