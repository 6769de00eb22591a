import { administer } from '../../bin/administration.ts';

/**
 * Does by `bin/admin.ts` what a person would, in this process: to start it takes a second of CPU.
 * @returns what it says
 * @throws Error with `stdout`, `stderr` and `code`, as the process would end
 */
export async function admin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const said: string[] = [];
  const complaints: string[] = [];
  const saying = {
    say: (text: string) => void said.push(text),
    complain: (text: string) => void complaints.push(text),
  };
  const code = await administer(args, env, saying);
  const [stdout, stderr] = [said.join('\n'), complaints.join('\n')];
  if (code === 0) return stdout;
  throw Object.assign(new Error(`exit code ${code}: ${stderr}`), { code, stdout, stderr });
}
