import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../ready/folders.mjs'
import { checkQuotes } from './quotes.ts'

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)

test.each(['STYLE.md', 'docs/architecture.md', 'CONTRIBUTING.md'])(
  '%s quotes code as it is in the file it names',
  (path) => {
    expect(checkQuotes({ path, text: read(path) ?? '' }, read)).toEqual([])
  },
)

test('a quote that is invented, out of date or names no file is reported', () => {
  const page = (text: string) => ({ path: 'PAGE.md', text })
  const files = (path: string) => (path === 'a.ts' ? 'const a = 1\nconst b = 2\n' : undefined)
  expect(checkQuotes(page('```ts\n// a.ts\nconst b = 2\n```\n'), files)).toEqual([])
  expect(checkQuotes(page('```ts\n// a.ts\nconst b = 3\n```\n'), files)).toHaveLength(1)
  expect(checkQuotes(page('```ts\nconst b = 2\n```\n'), files)).toHaveLength(1)
  expect(checkQuotes(page('```tsx\n// c.ts\nconst b = 2\n```\n'), files)).toHaveLength(1)
})
