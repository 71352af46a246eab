import { expect, test } from 'vitest'
import { checkFolderCycles } from './folder-cycles.ts'

const source = (path: string, ...specifiers: string[]) => ({
  path,
  text: specifiers.map((specifier) => `import '${specifier}'`).join('\n'),
})

const TWO = [
  source('web/src/ui/input/field.tsx', '../overlay/dialog.tsx'),
  source('web/src/ui/overlay/dialog.tsx', '../show/icon.tsx'),
  source('web/src/ui/overlay/menu.tsx', '#ui/input/button.tsx'),
]

test('folder-cycles finds folders that import each other although no file does', () => {
  expect(checkFolderCycles(TWO)).toEqual([
    'web/src/ui: input, overlay import each other: input/field.tsx → overlay/dialog.tsx, overlay/menu.tsx → input/button.tsx',
  ])
})

test('folder-cycles finds a cycle that leads through a file of the parent folder', () => {
  const found = checkFolderCycles([
    source('server/src/gateway/admit/check.ts', '../record/write.ts'),
    source('server/src/gateway/record/write.ts', '../gate.ts'),
    source('server/src/gateway/gate.ts', './admit/limits.ts'),
    source('server/src/gateway/wire/codes.ts'),
  ])
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('server/src/gateway: admit, gate.ts, record import each other')
})

test('folder-cycles allows one direction, files among themselves, tests and other packages', () => {
  expect(
    checkFolderCycles([
      source('web/src/ui/input/field.tsx', '../overlay/dialog.tsx', './button.tsx', '@portico/contract/user.ts'),
      source('web/src/ui/input/button.tsx', './field.tsx'),
      source('web/src/ui/overlay/dialog.test.tsx', '../input/field.tsx'),
      source('server/src/app.ts', './jobs.ts'),
      source('server/src/jobs.ts', './app.ts'),
    ]),
  ).toEqual([])
})
