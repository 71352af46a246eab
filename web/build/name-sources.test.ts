import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameSources } from './name-sources.ts'

const web = resolve(import.meta.dirname, '..')
const OWN = { file: 'assets/own-1.js', src: 'src/own.tsx' }
const SHARED = { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] }
const CHUNKS = [
  { type: 'chunk' as const, fileName: 'assets/own-1.js', moduleIds: [join(web, 'src/own.tsx')] },
  {
    type: 'chunk' as const,
    fileName: 'assets/shared-1.js',
    moduleIds: [join(web, 'src/one.ts'), join(web, 'src/two.tsx'), join(web, 'src/inner.ts')],
  },
]
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'portico-manifest-'))
  mkdirSync(join(dir, '.vite'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('each part of a shared file that is imported later gets a line in the manifest, and other modules get none', () => {
  const path = join(dir, '.vite/manifest.json')
  writeFileSync(path, JSON.stringify({ 'src/own.tsx': OWN, '_shared-1.js': SHARED }))
  nameSources(dir, CHUNKS, (id) => !id.endsWith('inner.ts'))
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    'src/own.tsx': OWN,
    '_shared-1.js': SHARED,
    'src/one.ts': SHARED,
    'src/two.tsx': SHARED,
  })
})
