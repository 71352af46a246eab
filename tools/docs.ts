// Writes the reference pages from the code: `npm run docs`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from './docs/pages.ts'
import { root } from './ready/folders.mjs'

for (const { path, text } of referencePages()) {
  writeFileSync(join(root, path), text)
  console.log(path)
}
