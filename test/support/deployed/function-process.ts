import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { type FunctionAnswer, RuntimeApi } from './runtime-api.ts';

export interface DeployedFunction {
  readonly id: string;
  /** Folder that is LAMBDA_TASK_ROOT. */
  readonly taskRoot: string;
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Of a durable function. */
  readonly executionSeconds: number | undefined;
  readonly arn: string;
  /** What the template or the image sets. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What Lambda itself sets, beside what says where the account's services are. */
const reserved = (made: DeployedFunction, region: string, runtimeApi: string) => ({
  _HANDLER: made.handler,
  LAMBDA_TASK_ROOT: made.taskRoot,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: made.id,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(made.memoryMb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${made.id}`,
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[$LATEST]0',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
});

/** As JavaScript: some fifty processes would each strip its types again. */
const { code: RUNTIME } = transformSync(
  readFileSync(join(import.meta.dirname, 'runtime-process.ts'), 'utf8'),
  { loader: 'ts', format: 'esm', target: 'node24' },
);

/**
 * A function in a process of its own, started at its first event as Lambda does it, with the
 * variables of its template and those of Lambda and no other.
 */
export class FunctionProcess {
  readonly made: DeployedFunction;
  /** What it wrote. */
  log = '';
  readonly #region: string;
  readonly #account: Readonly<Record<string, string>>;
  readonly #api: RuntimeApi;
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;

  /** @param account addresses of the services, and credentials for them */
  constructor(made: DeployedFunction, region: string, account: Readonly<Record<string, string>>) {
    this.made = made;
    this.#region = region;
    this.#account = account;
    this.#api = new RuntimeApi(made.arn);
  }

  get wasCalled(): boolean {
    return this.#child !== undefined;
  }

  async invoke(event: unknown, id?: string): Promise<FunctionAnswer> {
    this.#starting ??= this.#start();
    await this.#starting;
    try {
      return await this.#api.invoke(event, this.made.timeoutMs, id);
    } catch (cause) {
      throw new Error(`${this.made.id}: ${(cause as Error).message}\n${this.log}`, { cause });
    }
  }

  async #start(): Promise<void> {
    const runtimeApi = await this.#api.start();
    const child = spawn(process.execPath, ['--input-type=module', '--eval', RUNTIME], {
      cwd: this.made.taskRoot,
      env: {
        ...reserved(this.made, this.#region, runtimeApi),
        ...this.#account,
        ...this.made.variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const write = (chunk: Buffer) => {
      this.log += chunk;
    };
    child.stdout.on('data', write);
    child.stderr.on('data', write);
    child.once('exit', (code, signal) =>
      this.#api.break(new Error(`the process ended: ${signal ?? code}`)),
    );
    this.#child = child;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const over = once(child, 'exit');
      child.kill('SIGKILL');
      await over;
    }
    this.#api.stop();
  }
}
