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
const STORED = ['stores', 'contract', 'infra', 'integration/{engine,links,models,text}'];
/** What starts services in its own process, which are as their environment was when they began. */
const SERVED = ['integration', 'e2e'];
/** Suites of `integration` that start none, or only in other processes. */
const APART = [
  ...['egress-again', 'egress-proxy', 'egress-tls', 'egress-tunnel', 'upstream-proxy'],
  ...['killed-fetch', 'killed-questions', 'killed-webhook-worker', 'killed-worker'],
  ...['ledger-interleavings', 'lost-answers', 'repeats', 'sweep', 'tables-client'],
  ...['export-objects', 'given-up-upload', 'store-client', 'stored-source', 'take-bytes'],
  ...['links-parts', 'picture-captions', 'secrets', 'stalled-requests', 'subtitle-files'],
  ...['faults', 'webhook-receiver', 'called-functions', 'carry-read', 'carry-transcript'],
  ...['durable', 'edge', 'health', 'local-database', 'local-event-source', 'local-gateway'],
  ...['local-service', 'local-setup', 'put-range', 'slow-uploads', 'unread-log'],
  ...['update-downloader'],
];

const under = (folders: readonly string[]) =>
  folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`);

export default {
  projects: [
    { ...shared, displayName: 'quick', testMatch: under(QUICK) },
    {
      ...shared,
      ...withDatabase,
      displayName: 'stored',
      testMatch: [
        ...under(STORED),
        ...APART.map((name) => `<rootDir>/test/integration/${name}.test.ts`),
        // They ask services that are processes, but for the deployed one and that of the pages.
        '<rootDir>/test/e2e/!(deployed*).test.ts',
      ],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'served',
      testMatch: under(SERVED),
      testPathIgnorePatterns: [
        '/integration/(engine|links|models|text)/',
        `/integration/(${APART.join('|')})\\.test\\.ts$`,
        '/e2e/(?!deployed)[^/]+$',
      ],
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
