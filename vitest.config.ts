import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { conditions } from './tools/proof/conditions.ts'
import { ProofReporter } from './tools/proof/report.ts'

const { slowness } = conditions()

/** The slowest files, longest first: started last, one of them would leave the other workers idle. */
const LONGEST = [
  'server/src/moved-days/moved-days',
  'server/src/gateway/streams',
  'server/src/testing/permission-matrix',
  'server/src/db/roles',
  'server/src/gateway/tasks/upstream',
  'server/src/moved-days/merge-days',
  'server/src/gateway/silent-database',
  'server/src/backup/backup',
  'server/src/testing/ways-in-matrix',
  'server/src/ledger/books/books',
  'server/src/data-export/data-export',
  'server/src/demo/usage-history',
  'server/src/playground/playground',
  'server/src/testing/replica-matrix',
  'server/src/billing/history',
  'server/src/operator/uploads',
  'server/src/alerts/alerts',
  'server/src/agents/mcp',
  'server/src/db/embedded/embedded',
  'server/src/auth/mail-sites',
  'server/src/db/crash',
  'server/src/gateway/pass',
  'server/src/ledger/model',
  'server/src/gateway/plain',
  'server/src/recharge/recharge',
  'server/src/billing/documents',
  'server/src/operator/staff-roles',
  'server/src/live/live',
  'server/src/ledger/error-counts',
  'server/src/ledger/books/close-days',
  ...[
    'console',
    'workers',
    'scripts',
    'payments',
    'cards',
    'sign-in',
    'consistent-numbers',
    'one-truth',
    'shell-header',
    'playground',
    'calls',
    'gateway',
    'team',
    'start',
    'subscriptions',
    'accounts',
    'limits',
    'worker',
    'messages',
    'looks',
    'bare',
    'live',
    'account-security',
    'sso',
    'whitelabel',
    'shell-brands',
    'shell-routes',
    'public-looks',
    'shell-menu',
    'activation',
    'databases',
    'staff',
    'invitations',
  ].map((name) => `e2e/${name}`),
]
const rankOf = ({ moduleId }: TestSpecification) => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? LONGEST.length : at
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    // The sort is stable: files of equal rank stay in the order of the base class.
    return (await super.sort(files)).sort((a, b) => orderOf(a) - orderOf(b) || rankOf(a) - rankOf(b))
  }
}

export const MODULES = {
  test: {
    name: 'modules',
    // One process for many files: loading the server for each took longer than most tests.
    isolate: false,
    // Generous timeouts, so that a busy machine does not cause failures.
    expect: { poll: { timeout: 25_000 * slowness } },
    // Servers and commands that tests start share compiled scripts.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
    sequence: { groupOrder: 1 },
    include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts', 'web/{src,build,worker}/**/*.test.{ts,tsx}'],
    alias: {
      '@node-rs/argon2': join(import.meta.dirname, 'server/src/testing/quick-argon2.ts'),
      yaml: join(import.meta.dirname, 'server/src/testing/quick-yaml.ts'),
    },
    globalSetup: './server/src/testing/db/server.ts',
    testTimeout: 60_000 * slowness,
    hookTimeout: 60_000 * slowness,
    setupFiles: ['./tools/proof/seeded.ts', './server/src/testing/db/name-statements.ts'],
  },
}

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', new ProofReporter()],
    // Journeys mostly wait, so there are more workers than processors.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'long', description: 'Not in `npm test`: repeats a guarantee of another test in another form.' }],
    projects: [
      // Many of the longest files wait for idle streams, locks and silent databases: a fourth worker uses that time.
      { test: { ...MODULES.test, maxWorkers: 4 } },
      {
        // One process for all: the parsed tree is read once and shared.
        test: {
          name: 'architecture',
          include: ['tools/**/*.test.ts'],
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000 * slowness,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/harness-setup.ts',
          // Loading the modules and a browser for each file took a twentieth of the whole run.
          isolate: false,
          setupFiles: './e2e/harness-each.ts',
          expect: { poll: { timeout: 15_000 * slowness } },
          testTimeout: 150_000 * slowness,
          hookTimeout: 150_000 * slowness,
        },
      },
    ],
  },
})
