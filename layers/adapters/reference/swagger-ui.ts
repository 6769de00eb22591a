import { readFile } from 'node:fs/promises';

const inPackage = (file: string): URL =>
  new URL(file, import.meta.resolve('swagger-ui-dist/package.json'));

/**
 * A file of Swagger UI, which draws the reference in a browser. In the cloud it lies beside the
 * bundle of the function; here it is read from its package.
 */
export const swaggerUi = (file: 'swagger-ui-bundle.js' | 'swagger-ui.css'): Promise<string> =>
  readFile(new URL(file, import.meta.url), 'utf8').catch(() => readFile(inPackage(file), 'utf8'));
