import type { OpenApiDocument } from '../openapi.ts';
import { OPENAPI_TAGS } from '../openapi-tags.ts';
import { REFERENCE_INSTRUCTIONS } from './instructions.ts';
import { type ListedOperation, operationsOf } from './operations.ts';

const SUMMARY =
  'Turns a video into material that software can read, including models that cannot watch one: sheets of frames with the exact second on each, the words with their times, measurements, answers.';

/** A whole first hour, run as it stands by a test. */
const FIRST_CALLS = `\`\`\`sh
# BASE is the address of the service, KEY an API key
UPLOAD=$(curl -s "$BASE/v1/uploads" -H "Authorization: Bearer $KEY" -F file=@talk.mp4 |
  sed -E 's/.*"upload_id":"([^"]*)".*/\\1/')
curl -s "$BASE/v1/frames" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d "{\\"upload_id\\":\\"$UPLOAD\\",\\"detail\\":\\"overview\\"}"
curl -s "$BASE/v1/transcript" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d "{\\"upload_id\\":\\"$UPLOAD\\"}"
curl -s "$BASE/v1/watch_video" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d "{\\"upload_id\\":\\"$UPLOAD\\",\\"question\\":\\"How many cuts are there?\\"}"
\`\`\``;

/** The head that both texts share: what the service is, and how it is used. */
export const llmsHead = (base: string): string => `# Video Reader

> ${SUMMARY}

Base address: ${base}. Send \`Authorization: Bearer\` with an API key (\`sk_live_…\`) or an OAuth token. JSON both ways, but for files.

${FIRST_CALLS}

${REFERENCE_INSTRUCTIONS}`;

/**
 * The service in one page for a model: how it is used, and its calls with a line each
 * (https://llmstxt.org).
 */
export function llmsText(document: OpenApiDocument, base: string): string {
  const operations = operationsOf(document);
  const sections = OPENAPI_TAGS.map(
    ({ name }) => `## ${name}\n\n${operations.filter(isOf(name)).map(lineOf(base)).join('\n')}\n`,
  );
  return `${llmsHead(base)}
${sections.join('\n')}
## More

- [Every call in full](${base}/llms-full.txt): fields, examples, errors
- [OpenAPI](${base}/openapi.json): the same for programs
- [Reference](${base}/docs): the same to read and to try
- [Postman collection](${base}/docs/postman.json)
- [Connector](${base}/mcp): the same calls as tools, by the Model Context Protocol
`;
}

const isOf =
  (tag: string) =>
  ({ tags }: ListedOperation): boolean =>
    tags.includes(tag);

const lineOf =
  (base: string) =>
  ({ method, path, summary, operationId }: ListedOperation): string =>
    `- [${method} ${path}](${base}/llms-full.txt#${operationId}): ${summary}`;
