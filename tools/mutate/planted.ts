import { INSIDE } from './inside.ts'
import { PAGES } from './pages.ts'
import { PUBLIC } from './public.ts'
import { SCENES } from './scenes.ts'

/** A deliberate fault, and the tests that must fail because of it. */
export interface Planted {
  what: string
  file: string
  find: string
  /** Replaces `find`. */
  put: string
  project: 'modules' | 'e2e'
  /** The test file and, for journeys, the title of the test. */
  tests: string
  title?: string
}

export const PLANTED: readonly Planted[] = [...PUBLIC, ...PAGES, ...INSIDE, ...SCENES]
