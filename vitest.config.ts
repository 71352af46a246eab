import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, in this order: begun last, one of them would leave the other workers idle. */
const LONGEST = [
  'server/src/testing/permission-matrix',
  'server/src/gateway/silent-database',
  'server/src/payments/faults',
  'server/src/data-export/data-export',
  'server/src/testing/ways-in-matrix',
  'server/src/payments/histories',
  'server/src/integrations/bot-check',
  'server/src/databases/downloads',
  'server/src/auth/mail-sites',
  'server/src/billing/documents',
  'server/src/catalogue/sample/coverage',
  'server/src/gateway/tasks/upstream',
  'server/src/recharge/recharge',
  'server/src/http/mount',
  'server/src/databases/card-orders',
  'server/src/playground/blocks',
  'server/src/db/roles',
  'server/src/ledger/books',
  'server/src/usage/usage',
  'server/src/recharge/crash',
  ...[
    'payments',
    'cards',
    'playground',
    'shell-header',
    'start',
    'bare',
    'shell-routes',
    'figures',
    'account-security',
    'staff',
    'sso',
    'calls',
    'accounts',
    'limits',
    'styles',
    'messages',
    'whitelabel',
    'shell-brands',
    'shell-menu',
    'worker',
    'activation',
    'scripts',
  ].map((name) => `e2e/${name}`),
]
const placeOf = ({ moduleId }: TestSpecification) => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return at < 0 ? LONGEST.length : at
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    // Sorting keeps what it finds equal in the order of the base.
    return (await super.sort(files)).sort((a, b) => orderOf(a) - orderOf(b) || placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Journeys wait more than they work.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'long', description: 'Not in `npm test`: repeats in another form what a test without this tag shows.' },
    ],
    projects: [
      {
        test: {
          name: 'modules',
          // A process for many files: to read the server anew for each took longer than most of them.
          isolate: false,
          // What is waited for has come long before, except on a machine that does ten other things.
          expect: { poll: { timeout: 15_000 } },
          // Servers and commands that a test starts read what an earlier one has compiled.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled') },
          sequence: { groupOrder: 1 },
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/{src,build,worker}/**/*.test.{ts,tsx}',
          ],
          alias: {
            '@node-rs/argon2': join(import.meta.dirname, 'server/src/testing/quick-argon2.ts'),
            yaml: join(import.meta.dirname, 'server/src/testing/quick-yaml.ts'),
          },
          globalSetup: './server/src/testing/db/server.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // One process for all: the parsed tree is read once and shared.
        test: {
          name: 'architecture',
          include: ['tools/**/*.test.ts'],
          isolate: false,
          fileParallelism: false,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 2 },
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/harness-setup.ts',
          // To read the modules and to begin a browser for each file took a twentieth of all.
          isolate: false,
          setupFiles: './e2e/harness-each.ts',
          testTimeout: 150_000,
          hookTimeout: 150_000,
        },
      },
    ],
  },
})
