import { build, type InlineConfig } from 'vite'
import { keepConsoleBudget } from './budgets.ts'
import { CONSOLE_ENTRY, writeConsoleTexts } from './console-texts.ts'

const MANIFEST = 'operator.json'

/**
 * The console of staff, built apart: what it shares with the customers' pages is in its own files, so that it neither
 * changes theirs nor is ever loaded by them. Returns the hash of its texts in each language.
 */
export async function buildConsole(
  shared: InlineConfig,
  client: string,
  i18n: string,
): Promise<Record<string, string>> {
  await build({
    ...shared,
    mode: 'operator',
    publicDir: false,
    build: {
      outDir: client,
      emptyOutDir: false,
      manifest: `.vite/${MANIFEST}`,
      rolldownOptions: { input: CONSOLE_ENTRY },
    },
  })
  const hashes = writeConsoleTexts(client, i18n)
  keepConsoleBudget(client, Object.keys(hashes))
  return hashes
}
