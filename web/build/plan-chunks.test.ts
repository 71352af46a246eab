import { expect, test } from 'vitest'
import { neededBy, planChunks } from './plan-chunks.ts'

const SRC = '/home/web/src'
const IMPORTS: Record<string, string[]> = {
  [`${SRC}/main.tsx`]: [`${SRC}/lib/api.ts`, '/home/contract/src/rules.ts'],
  [`${SRC}/shell/shell.tsx`]: [`${SRC}/ui/select.tsx`, `${SRC}/ui/menu.tsx`],
  [`${SRC}/screens/auth/screen.tsx`]: [
    `${SRC}/lib/form.ts`,
    `${SRC}/ui/select.tsx`,
    `${SRC}/screens/auth/auth.module.css`,
  ],
  [`${SRC}/screens/reset-password/screen.tsx`]: [`${SRC}/lib/answer.ts`],
  [`${SRC}/screens/profile/screen.tsx`]: [`${SRC}/lib/form.ts`, `${SRC}/ui/dialog.tsx`],
  [`${SRC}/screens/dashboard/screen.tsx`]: [`${SRC}/ui/money-text.tsx`, `${SRC}/screens/dashboard/cards.tsx`],
  '/home/contract/src/rules.ts': ['/home/contract/src/rules.ts?schemas'],
  '/home/contract/src/rules.ts?schemas': ['/home/node_modules/zod/index.js'],
}

/** The first group that takes a module, as the bundler asks them. */
function fileOf(id: string): string | undefined {
  const { plugin, groups } = planChunks()
  const { moduleParsed } = plugin
  if (typeof moduleParsed !== 'function') throw new Error('nothing follows the imports')
  for (const [from, importedIds] of Object.entries(IMPORTS))
    moduleParsed.call({} as never, { id: from, importedIds } as never)
  return groups
    .toSorted((a, b) => b.priority - a.priority)
    .find(({ test }) => (test instanceof RegExp ? test.test(id) : test(id)))?.name
}

test.for([
  ['what the entry needs', 'main', `${SRC}/lib/api.ts`],
  ['what sign-in and shell share', 'main', `${SRC}/ui/select.tsx`],
  ['the style of an open screen', 'main', `${SRC}/screens/auth/auth.module.css`],
  ['the contract without its schemas', 'main', '/home/contract/src/rules.ts'],
  ['schemas, though the entry can reach them', 'forms', '/home/contract/src/rules.ts?schemas'],
  ['zod, though the entry can reach it', 'forms', '/home/node_modules/zod/index.js'],
  ['what the sign-in shares with other screens', 'forms', `${SRC}/lib/form.ts`],
  ['what only open screens need', 'open', `${SRC}/lib/answer.ts`],
  ['what the shell needs', 'shell', `${SRC}/ui/menu.tsx`],
  ['what the first screen behind the sign-in needs', 'shell', `${SRC}/ui/money-text.tsx`],
  ['small parts of other screens', 'kit', `${SRC}/ui/dialog.tsx`],
  ['tables', 'tables', `${SRC}/ui/table/table.tsx`],
  ['anything else', 'parts', `${SRC}/screens/dashboard/cards.tsx`],
] as const)('%s is in %s', ([, file, id]) => {
  expect(fileOf(id)).toBe(file)
})

test('imports are followed at any distance and in circles; where they start is not among them', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', ['e']],
  ])
  const needed = neededBy(imports, /^a$/)
  expect(['a', 'b', 'c', 'd', 'e'].filter(needed)).toEqual(['b', 'c'])
})
