import { expect, test } from 'vitest'
import { asScript } from './built-packages.ts'
import { productionPlaces } from './production-packages.ts'

test('a source becomes a script that imports scripts, and other names stay', () => {
  const source = `import type { A } from './a.ts'
import { b } from '#room/b.ts'
export { c } from '@portico/contract/c.ts'
const d: string = 'notes.ts'
const e = await import('./e.ts')
new Worker(new URL('./f.ts', import.meta.url))
`
  const script = asScript(source)
  expect(script).toContain("from '#room/b.js'")
  expect(script).toContain("from '@portico/contract/c.js'")
  expect(script).toContain("import('./e.js')")
  expect(script).toContain("new URL('./f.js', import.meta.url)")
  expect(script).toContain("'notes.ts'")
  expect(script).not.toMatch(/: string|import type/)
})

test('development packages and our own are not copied', () => {
  const packages = {
    '': {},
    server: {},
    'node_modules/pg': {},
    'node_modules/vite': { dev: true },
    'node_modules/shared': { devOptional: true },
    'node_modules/@portico/server': { link: true },
    'node_modules/a/node_modules/b': {},
  }
  expect(productionPlaces(packages)).toEqual(['node_modules/pg', 'node_modules/a/node_modules/b'])
})
