import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStartProblem } from '#db/start-problem.ts'
import { openWebBuild } from './web-build.ts'

const MANIFEST = {
  'src/main.tsx': { file: 'assets/main.js', isEntry: true, css: ['assets/main.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['src/main.tsx'] },
  'src/screens/usage.tsx': { file: 'assets/usage.js', css: ['assets/usage.css'], imports: ['_shared.js', '_chart.js'] },
  '_chart.js': { file: 'assets/chart.js' },
  'src/screens/other.tsx': { file: 'assets/other.js' },
}

let dist: string
function put(path: string, content: unknown) {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  writeFileSync(join(dist, path), typeof content === 'string' ? content : JSON.stringify(content))
}
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'portico-dist-'))
  put('client/.vite/manifest.json', MANIFEST)
  put('client/assets/main.css', 'main{}')
  put('client/assets/usage.css', 'usage{}')
  put('client/assets/i18n/en.json', { Hello: 'Hello' })
  put('messages.json', { en: 'abcd1234' })
  put('client/.vite/operator.json', { 'src/operator.tsx': { file: 'assets/operator.js', isEntry: true } })
  put('operator-messages.json', { en: 'dcba4321' })
  put('server/render.js', 'export const draw = async (url, boot, messages) => ({ url, messages, sources: [] })')
})
afterEach(() => rmSync(dist, { recursive: true }))

test('a page names every file it will need, each once, and none of other pages', async () => {
  const build = await openWebBuild(dist)
  expect(build.entry).toBe('/assets/main.js')
  const { scripts, styles } = build.filesOf(['src/screens/usage.tsx'])
  expect(scripts.toSorted()).toEqual(['/assets/chart.js', '/assets/main.js', '/assets/shared.js', '/assets/usage.js'])
  expect(styles).toEqual(['/assets/main.css', '/assets/usage.css'])
  expect(build.filesOf(['no/such/source.tsx']).scripts).toHaveLength(2)
  expect(build.console).toMatchObject({ entry: '/assets/operator.js', scripts: ['/assets/operator.js'] })
})

test.each([
  ['nothing was built', () => rmSync(join(dist, 'client'), { recursive: true })],
  ['the manifest is broken', () => put('client/.vite/manifest.json', '{')],
  ['a translation is missing', () => put('messages.json', { en: 'a', ru: 'b' })],
  ['the console was not built', () => rmSync(join(dist, 'client/.vite/operator.json'))],
  ['there is no entry', () => put('client/.vite/manifest.json', {})],
])('when %s the start asks for a build', async (_name, breakIt) => {
  breakIt()
  const problem: unknown = await openWebBuild(dist).catch((error: unknown) => error)
  expect(isStartProblem(problem)).toBe(true)
  expect(String(problem)).toContain('npm run build')
})
