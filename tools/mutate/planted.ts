import { INSIDE } from './inside.ts'
import { PAGES } from './pages.ts'
import { PUBLIC } from './public.ts'

/** A fault on purpose, and the tests that have to notice it. */
export interface Planted {
  what: string
  file: string
  find: string
  /** Stands in place of what was found. */
  put: string
  project: 'modules' | 'e2e'
  /** File of the tests, and, for a file of journeys, which of them. */
  tests: string
  title?: string
}

export const PLANTED: readonly Planted[] = [...PUBLIC, ...PAGES, ...INSIDE]
