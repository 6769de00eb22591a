import '../local/service/require-node.ts';
import { keepCompiledCode } from '../local/service/compiled-code.ts';

keepCompiledCode();
// Imported here, since what is imported above this line is compiled before the line runs.
const { administer } = await import('./administration.ts');
// An answer that cannot be written was not given; whoever stops reading on purpose is told nothing.
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') console.error(`The answer cannot be written: ${message}`);
  process.exit(code === 'EPIPE' ? 141 : 1);
});
process.exitCode = await administer(process.argv.slice(2), process.env);
