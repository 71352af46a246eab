import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { keepConsoleBudget } from './budgets.ts'

const MANIFEST = 'operator.json'

/**
 * The console of staff, built apart: what it shares with the customers' pages is in its own files, so that it neither
 * changes theirs nor is ever loaded by them.
 */
export async function buildConsole(shared: InlineConfig, client: string): Promise<void> {
  await build({
    ...shared,
    mode: 'operator',
    publicDir: false,
    build: {
      outDir: client,
      emptyOutDir: false,
      manifest: `.vite/${MANIFEST}`,
      rolldownOptions: { input: 'src/operator.tsx' },
    },
  })
  keepConsoleBudget(client, join(client, '.vite', MANIFEST))
}
