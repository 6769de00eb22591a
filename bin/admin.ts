import '../local/service/require-node.ts';
import { keepCompiledCode } from '../local/service/compiled-code.ts';

keepCompiledCode();
// Imported here, since what is imported above this line is compiled before the line runs.
await import('./administration.ts');
