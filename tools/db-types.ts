// Writes server/src/db/tables.ts from the migrated schema: `npm run db:types`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './ready/folders.mjs'

// The test has the database, and compares without -u.
const args = ['run', '--project=modules', 'server/src/db/tables.test.ts', '-u']
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
