/** Put before a bundle: packages in CommonJS ask for these names, which a module does not have. */
export const COMMONJS_GLOBALS = [
  "import { createRequire as createRequire_ } from 'node:module';",
  "import { fileURLToPath as fileURLToPath_ } from 'node:url';",
  "import { dirname as dirname_ } from 'node:path';",
  'const require = createRequire_(import.meta.url);',
  'const __filename = fileURLToPath_(import.meta.url);',
  'const __dirname = dirname_(__filename);',
].join('');
