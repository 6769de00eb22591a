import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsSolutionsChecks } from 'cdk-nag';
import { newApp } from './app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cdk-out-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the AWS Solutions rules find nothing that is not answered with a reason', () => {
  const app = newApp(folder);
  app.synth();
  expect(new AwsSolutionsChecks(app).validateScope(app)).toMatchObject({ violations: [] });
});
