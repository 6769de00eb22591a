import '../local/service/require-node.ts';
import { parseArgs } from 'node:util';
import { keepCompiledCode } from '../local/service/compiled-code.ts';

const USAGE = `Usage: npm start

Runs the whole service on this machine, until SIGTERM or Ctrl+C. It takes no options, and what it goes
by from the environment: PORT (8787), HOST (127.0.0.1), DATA_DIR (.local), PUBLIC_URL, and what
docs/configuration.md lists.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    console.log(USAGE);
    process.exit();
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}

keepCompiledCode();
// Imported here, since what is imported above this line is compiled before the line runs.
await import('./service.ts');
