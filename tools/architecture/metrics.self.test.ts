import { expect, test } from 'vitest'
import { duplicateLines, exportedNames, metricsTable, smallFiles } from './metrics.ts'

test('metrics counts the names that a public API exports', () => {
  const text = "export { a, type B } from './a.ts'\nexport function c() {}\nconst d = 1\nexport { d as e }\n"
  expect(exportedNames({ path: 'server/src/x/index.ts', text })).toBe(4)
})

test('metrics finds small files with one importer', () => {
  const files = ['a', 'b', 'c'].map((name) => ({ path: `server/src/x/${name}.ts`, text: 'export const x = 1\n' }))
  const long = { path: 'server/src/x/long.ts', text: 'export const x = 1\n'.repeat(20) }
  const imports = [
    ['server/src/x/b.ts', 'server/src/x/a.ts'],
    ['server/src/x/c.ts', 'server/src/x/b.ts'],
    ['server/src/x/a.ts', 'server/src/x/b.ts'],
    ['server/src/x/a.ts', 'server/src/x/long.ts'],
  ]
  expect(smallFiles([...files, long], imports)).toEqual(['server/src/x/a.ts'])
})

test('metrics counts the lines of a repeated run, without imports and comments', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `const a${index} = ${index}`)
  const one = { path: 'a.ts', text: `import { x } from './x.ts'\n${lines.join('\n')}\n` }
  const other = { path: 'b.ts', text: `// A comment.\n${lines.join('\n}\n')}\nconst end = 1\n` }
  expect(duplicateLines([one, other])).toBe(18)
  expect(duplicateLines([one, { path: 'b.ts', text: lines.slice(0, 5).join('\n') }])).toBe(0)
})

test('metrics prints a column per checkout and the largest public APIs', () => {
  const metrics = (cycles: number) => ({ rows: { cycles }, exports: [{ path: 'server/src/x/index.ts', names: 3 }] })
  const columns = [
    { checkout: '/old', metrics: metrics(2) },
    { checkout: '/new', metrics: metrics(0) },
  ]
  expect(metricsTable(columns).split('\n').slice(0, 6)).toEqual([
    '| metric | /old | /new |',
    '| --- | ---: | ---: |',
    '| cycles | 2 | 0 |',
    '',
    '| public API in /old | exported names |',
    '| --- | ---: |',
  ])
})
