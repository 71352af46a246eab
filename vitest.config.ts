import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rooms',
          // What is waited for has come long before, except on a machine that does ten other things.
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 1 },
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/{src,build,worker}/**/*.test.{ts,tsx}',
          ],
          globalSetup: './server/src/db/test-server.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // One process for all: the parsed tree is read once and shared.
        test: {
          name: 'house',
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
          testTimeout: 150_000,
          hookTimeout: 150_000,
        },
      },
    ],
  },
})
