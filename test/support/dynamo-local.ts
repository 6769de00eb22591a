import { type ChildProcess, spawn } from 'node:child_process';
import { javaEnvironment, keyLines, library } from '../../local/dynamodb/packaged-engine.ts';
import { program } from '../../local/dynamodb/program.ts';
import { newAccess } from '../../local/engine-access.ts';
import { freePort } from '../../local/http/ports.ts';

/** Not the region that is taken where none is named: what forgets to ask for it is found out. */
const REGION = 'ap-southeast-2';

/** What clients of the engine need, by the names under which every AWS client looks for it. */
interface EngineEnvironment {
  readonly DYNAMODB_LOCAL_ENDPOINT: string;
  readonly AWS_REGION: string;
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
}

/**
 * Starts DynamoDB Local in memory; who uses it waits until it answers. What one region keeps,
 * another does not find.
 */
export async function startDynamoLocal(): Promise<{
  environment: EngineEnvironment;
  process: ChildProcess;
}> {
  const port = await freePort();
  const { region, credentials } = newAccess(REGION);
  const environment = {
    DYNAMODB_LOCAL_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const own = ['-inMemory', '-disableTelemetry', '-port', String(port)];
  const java = spawn('java', [...(await program(256)), ...own], {
    cwd: library(),
    env: javaEnvironment(process.env),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  java.stdin?.end(keyLines(credentials));
  return { environment, process: java };
}
