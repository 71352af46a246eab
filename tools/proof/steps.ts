import { ensureChromium } from '../chromium.ts'
import { buildWebIfStale } from '../ready/web.mjs'
import { action, script, tests, tool } from './step.ts'

const lint = tool('lint (biome)', 'biome', 'ci', '--colors=off', '--max-diagnostics=10', '--error-on-warnings', '.')
// Four checkers, its default, would compute the same types four times on two processors. For the same reason the root
// program has all files of Node, the server's too, and e2e those that also run in a browser.
const typesOf = (folder: string) => tool(`types of ${folder} (tsc)`, 'tsc', '-p', folder, '--checkers', '1')
const deadCode = tool('dead code (knip)', 'knip', '--no-progress', '--no-config-hints')
export const architecture = tests('architecture tests', '--project=architecture')
const browser = action('chromium', ensureChromium)

/** The longest step begins first, so that none is waited for at the end. */
export const fastSteps = [
  [
    typesOf('.'),
    typesOf('e2e'),
    lint,
    architecture,
    typesOf('web'),
    deadCode,
    typesOf('contract'),
    typesOf('web/worker'),
  ],
]

/** Leaves out tests that repeat a guarantee in another form: `longSteps` runs those. */
export const SHORT_TESTS = '!long'
export const SHORT = `--tags-filter=${SHORT_TESTS}`

export const allSteps = [
  [script('web build', 'tools/ready.mjs', 'build'), ...fastSteps.flat()],
  tests('module tests', '--project=modules', SHORT),
  browser,
  tests('journeys', '--project=e2e', SHORT),
]

/** The tests that `npm test` leaves to `npm run prove -- long`; all journeys, as those of a file build on each other. */
export const longSteps = [
  action('web build', buildWebIfStale),
  browser,
  tests('long module tests', '--project=modules', '--tags-filter=long'),
  tests('all journeys', '--project=e2e'),
]

export function journeySteps(args: string[]) {
  return [action('web build', buildWebIfStale), browser, tests('journeys', '--project=e2e', ...args)]
}
