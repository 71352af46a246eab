import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkNamed, readChanges } from './changes.ts'

const CHANGES = 'docs/where-to-change.md'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const exists = (path: string) => existsSync(join(root, path))

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/glossary.md', 'docs/security.md', CHANGES])(
  '%s names only files that exist',
  (path) => expect(checkNamed({ path, text: read(path) }, exists)).toEqual([]),
)

test('none of twenty-five ordinary changes needs more than six files, and the page states the right number for each', () => {
  const changes = readChanges(read(CHANGES))
  expect(changes).toHaveLength(25)
  expect(changes.filter(({ files, stated }) => stated !== undefined && stated !== files)).toEqual([])
  expect(changes.filter(({ stated }) => stated === undefined || stated > 6).map(({ request }) => request)).toEqual([])
})

test('a missing file that a page names is reported, and the files of a change are counted', () => {
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
