import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { tokenMetric } from '../../../layers/queue/token-metric.ts';

const AT = new Date('2026-05-01T12:00:00Z');
const USE = { calls: 1, input: 4800, output: 100 };

test('every metric that is named is a number at the root of the line, and so is its dimension', () => {
  const { _aws, ...root } = tokenMetric('oracle', USE, AT);
  expect(_aws.Timestamp).toBe(AT.getTime());
  const [{ Metrics = [], Dimensions = [] } = {}] = _aws.CloudWatchMetrics;
  const members = new Map<string, unknown>(Object.entries(root));
  expect(Metrics.map(({ Name }) => members.get(Name))).toEqual([1, 4800, 100]);
  expect(Dimensions).toEqual([[], ['model']]);
  expect(members.get('model')).toBe('oracle');
});

test('the line names the job, and is one line of JSON on the standard output', async () => {
  const module = pathToFileURL(join(import.meta.dirname, '../../../layers/queue/token-metric.ts'));
  const program = `import { logTokens } from ${JSON.stringify(module)};
    logTokens('oracle', { orgId: 'org_1', jobId: 'job_1' }, ${JSON.stringify(USE)}, new Date(${AT.getTime()}));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env: {} },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    message: 'tokens',
    org_id: 'org_1',
    job_id: 'job_1',
    ...tokenMetric('oracle', USE, AT),
  });
});
