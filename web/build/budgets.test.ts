import { expect, test } from 'vitest'
import { heavyScreens, heavyViews, overBudget, tooManyFiles } from './budgets.ts'

const MANIFEST = {
  'src/main.tsx': { file: 'main.js', css: ['main.css'], imports: ['_core.js'] },
  '_core.js': { file: 'core.js', imports: ['src/main.tsx'] },
  'src/screen.tsx': { file: 'screen.js', css: ['screen.css'], imports: ['_core.js'], dynamicImports: ['src/late.tsx'] },
  'src/late.tsx': { file: 'late.js', imports: ['src/screen.tsx'] },
}
const BYTES: Record<string, number> = {
  'main.js': 2048,
  'main.css': 512,
  'core.js': 4096,
  'screen.js': 1024,
  'screen.css': 512,
  'late.js': 1_000_000,
}
const bytesOf = (file: string) => BYTES[file] ?? Number.NaN
const budget = { page: 'sign-in', sources: ['src/main.tsx', 'src/screen.tsx'], most_kb: 8, most_scripts: 3 }

test('a page at its budget passes, and its lazy chunks are not counted', () => {
  expect(overBudget([budget], MANIFEST, bytesOf)).toEqual([])
})

test('a page over its budget reports the excess and every file with its weight, the heaviest first', () => {
  const [report] = overBudget([{ ...budget, most_kb: 7 }], MANIFEST, bytesOf)
  expect(report?.split('\n')).toEqual([
    'The sign-in page weighs 8.0 KB, at most 7 KB:',
    '     4.0 KB  core.js',
    '     2.0 KB  main.js',
    '     1.0 KB  screen.js',
    '     0.5 KB  main.css',
    '     0.5 KB  screen.css',
  ])
})

test('a page with too many scripts is reported', () => {
  const [report] = overBudget([{ ...budget, most_scripts: 2 }], MANIFEST, bytesOf)
  expect(report).toMatch(/^The sign-in page asks for 3 scripts, at most 2:/)
})

test('a page with too many files is reported with each of them, and one within bounds is not', () => {
  const files = { page: 'dashboard', sources: ['src/screen.tsx', 'src/late.tsx'] }
  expect(tooManyFiles([{ ...files, most_files: 6 }], MANIFEST)).toEqual([])
  const [report] = tooManyFiles([{ ...files, most_files: 5 }], MANIFEST)
  expect(report).toMatch(/^The dashboard page loads 6 files, at most 5:/)
  expect(report?.split('\n')).toContain('  late.js')
})

test('a page whose source is no longer a chunk fails instead of counting as light', () => {
  expect(() => overBudget([{ ...budget, sources: ['src/gone.tsx'] }], MANIFEST, bytesOf)).toThrow('src/gone.tsx')
})

test('a screen is reported when its own script is too heavy, without the shell and its lazy parts', () => {
  const manifest = {
    'src/main.tsx': { file: 'main.js' },
    'src/shell/shell.tsx': { file: 'shell.js', imports: ['src/main.tsx'] },
    'src/screens/light/screen.tsx': { file: 'light.js', css: ['light.css'], imports: ['src/shell/shell.tsx'] },
    'src/screens/heavy/screen.tsx': {
      file: 'heavy.js',
      imports: ['src/main.tsx', '_kit.js'],
      dynamicImports: ['late.tsx'],
    },
    'src/screens/development/screen.tsx': { file: 'development.js' },
    '_kit.js': { file: 'kit.js' },
    'late.tsx': { file: 'late.js' },
  }
  const kilobytes: Record<string, number> = { 'main.js': 90, 'shell.js': 30, 'light.js': 40, 'light.css': 9 }
  const bytes = { ...kilobytes, 'heavy.js': 36, 'kit.js': 5, 'development.js': 120, 'late.js': 500 }
  const report = heavyScreens(manifest, (file) => (bytes[file as keyof typeof bytes] ?? Number.NaN) * 1024)
  expect(report).toHaveLength(1)
  expect(report[0]).toContain('The screen heavy brings 41.0 KB of script, at most 40 KB:')
})

test('a view of the console counts its texts in the heaviest language, also when it is opened first', () => {
  const manifest = {
    'src/operator.tsx': { file: 'first.js' },
    'src/operator/money-screen.tsx': { file: 'money.js', imports: ['src/operator.tsx'], isDynamicEntry: true },
  }
  const texts = 'assets/i18n/operator'
  const kilobytes: Record<string, number> = {
    'first.js': 100,
    'money.js': 20,
    [`${texts}/first.de.json`]: 8,
    [`${texts}/first.ru.json`]: 12,
    [`${texts}/money-screen.de.json`]: 5,
    [`${texts}/money-screen.ru.json`]: 3,
  }
  const bytesOf = (file: string) => (kilobytes[file] ?? Number.NaN) * 1024
  const over = (first: number, other: number) =>
    heavyViews(manifest, ['de', 'ru'], bytesOf, {
      first: { most_kb: first, most_scripts: 1 },
      other: { most_kb: other, most_scripts: 2 },
    })
  expect(over(112, 135)).toEqual([])
  expect(over(111, 135).join()).toContain('The console first page weighs 112.0 KB, at most 111 KB:')
  expect(over(112, 134).join()).toContain('The console money-screen page weighs 135.0 KB, at most 134 KB:')
})
