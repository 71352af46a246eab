import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkLanded, checkWayBack } from './landed.ts'

const folder = 'server/src/db/migrations'
const list = `${folder}/landed.txt`

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** The list in every commit that changed it; empty without a git history. */
function history(): string[] {
  try {
    const commits = git('log', '--format=%H', '--', list).split('\n').filter(Boolean)
    return commits.map((commit) => git('show', `${commit}:${list}`))
  } catch {
    return []
  }
}

const files = new Map(
  readdirSync(join(root, folder)).map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]),
)

test('released migrations are unchanged', () => {
  expect(checkLanded(readFileSync(join(root, list), 'utf8'), history(), files)).toEqual([])
})

test('the version before can be started again after every migration, or CHANGELOG has in bold that it cannot', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect(checkWayBack(readFileSync(join(root, list), 'utf8'), files, changelog)).toEqual([])
})
