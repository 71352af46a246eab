import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkLinks, checkNamed, readChanges } from './changes.ts'

const CHANGES = 'docs/where-to-change.md'
const isFolder = (path: string) => statSync(join(root, path)).isDirectory()
const read = (path: string) => (isFolder(path) ? '' : readFileSync(join(root, path), 'utf8'))
const exists = (path: string) => existsSync(join(root, path))

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'STYLE.md',
  'docs/architecture.md',
  'docs/first-change.md',
  'docs/glossary.md',
  'docs/operator-guide.md',
  ...readdirSync(join(root, 'docs/operator')).map((file) => `docs/operator/${file}`),
  'docs/security.md',
  CHANGES,
]

test.each(PAGES)('%s names only files that exist', (path) =>
  expect(checkNamed({ path, text: read(path) }, exists)).toEqual([]),
)

test.each(PAGES)('links of %s lead to files and headings that exist', (path) =>
  expect(checkLinks({ path, text: read(path) }, (file) => (exists(file) ? read(file) : undefined))).toEqual([]),
)

test('a link to a missing file or heading is named', () => {
  const files: Record<string, string> = { 'docs/a.md': '# A\n\n## 4 Run it\n', 'docs/b.png': '' }
  const page = (text: string) => checkLinks({ path: 'docs/page.md', text }, (file) => files[file])
  expect(page('[a](a.md) [b](a.md#4-run-it) ![c](b.png) [d](https://example.com) [e](../docs/a.md)')).toEqual([])
  expect(page('[a](c.md) [b](a.md#5-stop-it)')).toEqual([
    'docs/page.md links to c.md, which does not exist',
    'docs/page.md links to a.md#5-stop-it, which has no such heading',
  ])
})

test('three of fifty ordinary changes need eight to ten files and the others at most six, and the page states the right number for each', () => {
  const changes = readChanges(read(CHANGES))
  expect(changes).toHaveLength(50)
  expect(changes.filter(({ files, stated }) => stated !== undefined && stated !== files)).toEqual([])
  const large = changes.filter(({ stated }) => stated === undefined || stated > 6)
  expect(large.map(({ request, stated }) => [request, stated])).toEqual([
    ['one more kind of alert', 8],
    ['store one more thing of every call', 10],
    ['PayPal beside Stripe', 9],
  ])
})

test('a missing file that a page names is reported, and the files of a row are counted', () => {
  const page = { path: 'PAGE.md', text: 'see `server/src/a.ts` and `web/src/b/`, not `c.ts`' }
  expect(checkNamed(page, (path) => path === 'server/src/a.ts')).toEqual([
    'PAGE.md names web/src/b/, which does not exist',
  ])
  const rows = '| request | search for | files | number |\n| --- | --- | --- | --- |\n'
  expect(readChanges(`${rows}| x | \`y\` | \`server/src/a.ts\`, *new:* part | 2 |\n| z | – | all | – |\n`)).toEqual([
    { request: 'x', files: 2, stated: 2 },
    { request: 'z', files: 0, stated: undefined },
  ])
})
