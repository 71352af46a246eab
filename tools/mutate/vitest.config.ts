// For run-conditions.ts: the module tests in one process, with a switch around each condition of a query.
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { MODULES } from '../../vitest.config.ts'
import { root } from '../ready/folders.mjs'
import { STORES, withSwitches } from './switches.ts'

class AsListed extends BaseSequencer {
  override async sort<T>(files: T[]): Promise<T[]> {
    return files
  }
}

const switches = {
  name: 'switches',
  enforce: 'pre' as const,
  transform(text: string, id: string) {
    const path = relative(root, id)
    return STORES.test(path) ? { code: withSwitches({ path, text }), map: null } : undefined
  },
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 1,
    sequence: { sequencer: AsListed },
    tags: [{ name: 'long' }],
    projects: [
      {
        ...MODULES,
        plugins: [switches],
        test: { ...MODULES.test, runner: join(import.meta.dirname, 'condition-runner.ts') },
      },
    ],
  },
})
