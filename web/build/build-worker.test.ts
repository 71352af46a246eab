import { expect, test } from 'vitest'
import { releaseOf } from './build-worker.ts'

const MANIFEST = {
  'src/main.tsx': { file: 'assets/main-1.js', isEntry: true, css: ['assets/main-1.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js', imports: ['src/main.tsx'] },
  'src/shell/shell.tsx': { file: 'assets/shell-1.js', css: ['assets/shell-1.css'], imports: ['_shared.js'] },
  'src/app/offline.tsx': { file: 'assets/offline-1.js', imports: ['src/main.tsx'] },
  'src/screens/usage/screen.tsx': { file: 'assets/usage-1.js' },
  'inter.woff2': { file: 'assets/inter-1.woff2' },
}
const MESSAGES = { en: 'aaaa', de: 'bbbb' }

test('F15 the worker stores entry, shell, styles and fonts, and no screen', () => {
  const release = releaseOf(MANIFEST, MESSAGES)
  expect(release.entry).toBe('/assets/main-1.js')
  expect(release.core).toEqual([
    '/assets/inter-1.woff2',
    '/assets/main-1.css',
    '/assets/main-1.js',
    '/assets/offline-1.js',
    '/assets/shared-1.js',
    '/assets/shell-1.css',
    '/assets/shell-1.js',
  ])
  expect(release.languages).toEqual(['/assets/i18n/en.json?aaaa', '/assets/i18n/de.json?bbbb'])
})

test('F17 an identical build is the same release, and another text or file makes a new one', () => {
  const { id } = releaseOf(MANIFEST, MESSAGES)
  expect(releaseOf(structuredClone(MANIFEST), { ...MESSAGES }).id).toBe(id)
  expect(releaseOf(MANIFEST, { ...MESSAGES, en: 'cccc' }).id).not.toBe(id)
  expect(releaseOf({ ...MANIFEST, 'inter.woff2': { file: 'assets/inter-2.woff2' } }, MESSAGES).id).not.toBe(id)
})

test('a build that lacks a file the worker needs fails', () => {
  const { 'src/shell/shell.tsx': _shell, ...rest } = MANIFEST
  expect(() => releaseOf(rest, MESSAGES)).toThrow('src/shell/shell.tsx')
  expect(() => releaseOf({}, MESSAGES)).toThrow('no entry')
})
