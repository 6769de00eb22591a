import '../local/service/require-node.ts';
import { keepCompiledCode } from '../local/service/compiled-code.ts';

keepCompiledCode();
// Imported here, since what is imported above this line is compiled before the line runs.
const { administer } = await import('./administration.ts');
process.exitCode = await administer(process.argv.slice(2), process.env);
