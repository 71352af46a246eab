import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkNamed, readChanges } from './changes.ts'

const CHANGES = 'docs/where-to-change.md'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const exists = (path: string) => existsSync(join(root, path))

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/glossary.md', 'docs/security.md', CHANGES])(
  '%s names files that are there',
  (path) => expect(checkNamed({ path, text: read(path) }, exists)).toEqual([]),
)

test('of twenty-five ordinary changes none needs more than six files, and each as many as the page says', () => {
  const changes = readChanges(read(CHANGES))
  expect(changes).toHaveLength(25)
  expect(changes.filter(({ files, said }) => said !== undefined && said !== files)).toEqual([])
  expect(changes.filter(({ said }) => said === undefined || said > 6).map(({ request }) => request)).toEqual([])
})

test('a page that names what is not there is told of it, and files are counted', () => {
  const page = { path: 'PAGE.md', text: 'see `server/src/a.ts` and `web/src/b/`, not `c.ts`' }
  expect(checkNamed(page, (path) => path === 'server/src/a.ts')).toEqual([
    'PAGE.md names web/src/b/, which does not exist',
  ])
  const rows = '| request | search for | files | number |\n| --- | --- | --- | --- |\n'
  expect(readChanges(`${rows}| x | \`y\` | \`server/src/a.ts\`, *new:* part | 2 |\n| z | – | all | – |\n`)).toEqual([
    { request: 'x', files: 2, said: 2 },
    { request: 'z', files: 0, said: undefined },
  ])
})
