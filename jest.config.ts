import { join } from 'node:path';
import type { Config } from 'jest';

process.env['POWERTOOLS_LOG_LEVEL'] ??= 'SILENT';
// Many tests start processes of the same code: it is compiled once for all of them, and for the
// next run.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile');
// What the CDK reports of templates by rules of its own takes 5 s of CPU in each process that
// synthesises, and fails none of them: `bin/check-templates` is what looks for such faults.
process.env['CDK_VALIDATION'] ??= 'false';

const shared = {
  // The package for callers has the name of the whole; its built form is not read by tests.
  modulePathIgnorePatterns: ['<rootDir>/sdk/package.json', '<rootDir>/sdk/dist'],
  runner: '<rootDir>/test/support/runner/process-runner.ts',
  // Node strips the types by itself.
  transform: {},
} satisfies NonNullable<Config['projects']>[number];

const withDatabase = {
  // Called only where one of its tests is to run.
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
} satisfies NonNullable<Config['projects']>[number];

/** What needs neither a database nor ffmpeg. */
const QUICK = ['unit', 'arch'];
const STORED = ['stores', 'contract', 'infra', 'integration', 'e2e'];
/** What does not leave its process as it found it, or is the environment that its process has. */
const APART = ['integration/command-line', 'e2e/deployed-on-moto'];
const apart = APART.map((name) => `<rootDir>/test/${name}.test.ts`);

const under = (folders: readonly string[]) =>
  folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`);

export default {
  projects: [
    { ...shared, displayName: 'quick', testMatch: under(QUICK) },
    {
      ...shared,
      ...withDatabase,
      displayName: 'stored',
      testMatch: under(STORED),
      testPathIgnorePatterns: APART.map((name) => `/test/${name}\\.test\\.ts$`),
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'apart',
      testMatch: apart,
      testEnvironmentOptions: { ownProcess: true },
    },
  ],
  testSequencer: '<rootDir>/test/support/long-first.ts',
  reporters: ['default', '<rootDir>/test/support/slowest-suites.ts'],
  // Only ends what hangs: how fast a machine is decides no test.
  testTimeout: 600_000,
  // Two more than a small machine has cores: suites that restart or kill a service wait for its
  // leases most of their time, and leave their core idle, often two of them at once.
  maxWorkers: 4,
} satisfies Config;
