import { expect, test } from 'vitest'
import { checkOneLocation } from './one-location.ts'

const module = 'server/src/usage/chart.ts'
const screen = 'web/src/screens/usage/screen.tsx'

const faults: [string, string, string][] = [
  [module, 'const port = process.env.PORT', 'process.env'],
  [module, "const port = process['env'].PORT", 'process.env'],
  ['server/src/usage/chart.test.ts', 'process.env.PORT', 'process.env'],
  [module, 'sql`select 1`', 'SQL'],
  [module, 'sql<Row>`select 1`', 'SQL'],
  [module, "sql.raw('select 1')", 'SQL'],
  [module, "await ctx.db.selectFrom('users').execute()", 'SQL'],
  [module, "(await pool.connect()).query('select 1')", 'SQL'],
  [module, "await fetch('https://example.com')", 'integrations/'],
  [module, "import { Pool } from 'undici'", 'integrations/'],
  [screen, "await fetch('/api/x')", 'lib/api.ts'],
  [screen, "window.fetch('/api/x')", 'lib/api.ts'],
  [screen, "localStorage.getItem('x')", 'lib/storage.ts'],
  [screen, 'window.sessionStorage', 'lib/storage.ts'],
  [screen, "document.cookie = 'x'", 'lib/cookies.ts'],
  [screen, "window.gtag('event')", 'scripts/'],
  ['contract/src/team.ts', "const managers = { roles: ['owner', 'admin'] }", 'permissions.ts'],
  [module, "if (role === 'finance') return", 'permissions.ts'],
  [module, "type Role = 'admin' | 'viewer'", 'permissions.ts'],
  ['server/src/access/store.ts', "sql`select 1 where role in ('admin', 'developer')`", 'permissions.ts'],
  [screen, "const canPay = ['owner', 'finance'].includes(role)", 'permissions.ts'],
  [screen, "new Intl.DateTimeFormat('en').format(0)", 'useTimes()'],
  [screen, "const { format } = Intl.DateTimeFormat('en')", 'useTimes()'],
  [screen, "new Date(at).toLocaleTimeString('en')", 'useTimes()'],
  [screen, "const day = moments({ day: 'numeric' })", 'useTimes()'],
  [module, 'const now = Date.now()', 'ctx.clock'],
  [module, 'const now = new Date()', 'ctx.clock'],
]

test.each(faults)('one-location finds in %s: %s', (path, text, message) => {
  expect(checkOneLocation([{ path, text }])).toContainEqual(expect.stringContaining(message))
})

const allowed: [string, string][] = [
  ['server/src/env/env.ts', 'process.env.PORT'],
  ['server/src/traffic/usage-store.ts', "sql`select 1`; db.selectFrom('x')"],
  ['server/src/usage/chart.test.ts', "db.selectFrom('x'); Date.now(); fetch('http://localhost')"],
  ['server/src/integrations/mail.ts', "fetch('https://example.com')"],
  ['server/src/app.ts', 'request.query'],
  [module, 'new Date(row.created_at)'],
  ['contract/src/permissions.ts', "const may = ['owner', 'admin']"],
  [screen, "const names = { admin: 'Admin', viewer: 'Viewer' }"],
  ['server/src/usage/chart.test.ts', "test.each(['owner', 'viewer'])"],
  ['web/src/lib/api.ts', "fetch('/api/x')"],
  ['web/src/lib/storage.ts', 'localStorage'],
  [screen, "const text = 'localStorage'"],
  ['tools/x.ts', 'process.env.X'],
]

test.each(allowed)('one-location allows in %s: %s', (path, text) => {
  expect(checkOneLocation([{ path, text }])).toEqual([])
})
