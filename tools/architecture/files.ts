import { basename, matchesGlob } from 'node:path'
import { isTesting, type Source } from './tree.ts'

const longest = 220
/** Tables grow downwards; tests and sample data are read piecewise. */
export const mayBeLong = [
  '**/handlers.ts',
  '**/router.tsx',
  '**/problems.ts',
  '**/tables.ts',
  '**/*.test.{ts,tsx}',
  'server/src/testing/app.ts',
  'server/src/testing/permission-*.ts',
  'server/src/env/settings.ts',
  'contract/src/errors.ts',
  'web/src/screens/errors/code-texts.ts',
]
const kinds = ['util', 'utils', 'helper', 'helpers', 'hooks', 'types', 'common', 'misc']

export function checkSizes(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !mayBeLong.some((glob) => matchesGlob(path, glob)))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path} has ${lines} lines: split it (at most ${longest})`)
}

/** Files and folders are named by the verb or the visible thing, never by kind. */
export function checkNames(paths: string[]): string[] {
  return paths
    .filter((path) => kinds.includes(basename(path).replace(/\..*$/, '')))
    .map((path) => `${path} is named by its kind`)
}

/** `test-…` would be read as a test helper, and those are in testing/ (by module: `testing/usage/calls.ts`). */
export function checkHelperNames(paths: string[]): string[] {
  return paths
    .filter((path) => path.startsWith('server/src/') && !isTesting(path) && /^test-.*\.ts$/.test(basename(path)))
    .map((path) => `${path}: a helper of tests stands in server/src/testing/; what is delivered has another name`)
}
