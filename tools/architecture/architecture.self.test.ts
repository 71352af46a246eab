import { expect, test } from 'vitest'
import { checkArchitecture, moduleFloors } from './architecture.ts'

const faults: [string, string, string, string][] = [
  ['contract and a package', 'contract/src/user.ts', 'fastify', 'contract imports only zod'],
  ['contract and the server', 'contract/src/user.ts', '../../server/src/ctx/ctx.ts', 'contract imports only zod'],
  ['server and web', 'server/src/app.ts', '../../web/src/main.tsx', 'server and web do not import each other'],
  ['web and server', 'web/src/lib/api.ts', '@portico/server/ctx.ts', 'server and web do not import each other'],
  [
    'a test of the web and the server',
    'web/src/lib/api.test.ts',
    '@portico/server/ctx.ts',
    'server and web do not import each other',
  ],
  ['the contract by its path', 'web/src/lib/api.ts', '../../../contract/src/user.ts', 'as @portico/contract'],
  ['web and Node', 'web/src/lib/api.ts', 'node:fs', 'the web has no Node'],
  ['base and a module', 'server/src/http/mount.ts', '#auth/index.ts', 'import no module'],
  ['a module and the top', 'server/src/auth/index.ts', '#app.ts', 'does not import app'],
  ['an inner file of another module', 'server/src/auth/sign-in.ts', '#users/store.ts', 'imported through its index.ts'],
  ['the top and an inner file of a module', 'server/src/app.ts', '#users/store.ts', 'imported through its index.ts'],
  ['handlers of another module', 'server/src/auth/sign-in.ts', '#users/handlers.ts', 'imported through its index.ts'],
  ['product code and test helpers', 'server/src/demo/index.ts', '#testing/payer.ts', 'for tests alone'],
  ['relative between modules', 'server/src/auth/sign-in.ts', '../users/index.ts', 'begin with #'],
  ['# inside a module', 'server/src/auth/sign-in.ts', '#auth/store.ts', 'are relative'],
  ['a low gateway folder and a high one', 'server/src/gateway/wire/codes.ts', '../free/user-data.ts', 'the folders'],
  ['an unknown gateway folder', 'server/src/gateway/more/codes.ts', '../wire/codes.ts', 'is in no folder'],
  ['against the layers', 'web/src/lib/api.ts', '#session/session.ts', 'against the layers'],
  ['ui and i18n', 'web/src/ui/input/button.tsx', '#i18n/i18n.ts', 'against the layers'],
  ['ui and the contract', 'web/src/ui/input/button.tsx', '@portico/contract/user.ts', 'nothing of the product'],
  ['ui and the paths', 'web/src/ui/input/button.tsx', '#lib/paths.ts', 'nothing of the product'],
  ['a screen and the app', 'web/src/screens/usage/screen.tsx', '#app/router.tsx', 'against the layers'],
  ['two screens', 'web/src/screens/usage/screen.tsx', '#screens/errors/list.tsx', 'no other screen'],
  ['a screen and the shell', 'web/src/screens/usage/screen.tsx', '#shell/shell.tsx', 'not the shell'],
  ['an unknown folder', 'web/src/hooks/use-x.ts', './use-y.ts', 'is in no layer'],
  ['a lazy import', 'web/src/lib/api.ts', "x'); import('#app/boot.ts", 'against the layers'],
]

test.each(faults)('architecture finds: %s', (_name, path, specifier, message) => {
  const text = specifier.includes("'") ? `import('${specifier}')` : `import '${specifier}'`
  expect(checkArchitecture([{ path, text }])).toEqual([expect.stringContaining(message)])
})

const allowed: [string, string][] = [
  ['contract/src/user.ts', 'zod/mini'],
  ['contract/src/user.test.ts', 'vitest'],
  ['server/src/auth/sign-in.ts', '#users/index.ts'],
  ['server/src/auth/sign-in.ts', '#db/db.ts'],
  ['server/src/auth/sign-in.ts', './store.ts'],
  ['server/src/auth/sign-in.ts', '@portico/contract/auth.ts'],
  ['server/src/auth/sign-in.test.ts', '#users/store.ts'],
  ['server/src/auth/sign-in.ts', '../ctx.ts'],
  ['server/src/gateway/free/user-data.ts', '../wire/codes.ts'],
  ['server/src/gateway/tasks/finish-task.ts', '../webhooks/webhooks.ts'],
  ['server/src/gateway/answer-call.ts', './free/answer-account.ts'],
  ['server/src/app.ts', '#users/handlers.ts'],
  ['server/src/app.ts', '#auth/link-routes.ts'],
  ['server/src/env/env.ts', './env-settings.ts'],
  ['server/src/testing/app.ts', './mail-store.ts'],
  ['server/src/testing/payments/crash.ts', '#payments/order-store.ts'],
  ['server/src/auth/sign-in.test.ts', '#testing/app.ts'],
  ['server/src/main.ts', './app.ts'],
  ['server/src/main.ts', '#app.ts'],
  ['server/src/operator/cli.ts', '#users/index.ts'],
  ['web/src/screens/usage/screen.tsx', '#lib/paths.ts'],
  ['web/src/screens/usage/screen.tsx', './chart/bars.module.css'],
  ['web/src/session/session.ts', '#i18n/i18n.ts'],
  ['web/src/i18n/i18n.ts', '../../i18n/de.json'],
]

test.each(allowed)('architecture lets %s import %s', (path, specifier) => {
  expect(checkArchitecture([{ path, text: `import '${specifier}'` }])).toEqual([])
})

test('architecture finds import cycles of files and of modules', () => {
  const files = checkArchitecture([
    { path: 'contract/src/a.ts', text: "export { b } from './b.ts'" },
    { path: 'contract/src/b.ts', text: "import type { A } from './a.ts'" },
  ])
  expect(files).toEqual(['cycle: contract/src/a.ts → contract/src/b.ts → contract/src/a.ts'])
  const modules = checkArchitecture([
    { path: 'server/src/auth/sign-in.ts', text: "import '#users/index.ts'" },
    { path: 'server/src/users/find.ts', text: "import '#auth/index.ts'" },
  ])
  expect(modules).toEqual(['cycle: server/auth → server/users → server/auth'])
})

test('architecture counts the floors of business modules, without base and top folders', () => {
  const floors = moduleFloors([
    { path: 'server/src/app.ts', text: "import '#usage/handlers.ts'" },
    { path: 'server/src/usage/handlers.ts', text: "import '#traffic/index.ts'; import '#ledger/index.ts'" },
    { path: 'server/src/traffic/index.ts', text: "import '#ledger/index.ts'; import '#db/db.ts'; import '../ctx.ts'" },
    { path: 'server/src/ledger/index.test.ts', text: "import '#usage/handlers.ts'" },
  ])
  expect(Object.fromEntries(floors)).toEqual({ 'server/ledger': 1, 'server/traffic': 2, 'server/usage': 3 })
})
