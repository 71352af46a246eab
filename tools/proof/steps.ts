import { ensureChromium } from '../chromium.ts'
import { buildWebIfStale } from '../ready/web.mjs'
import { action, script, tests, tool } from './step.ts'

const lint = tool('lint (biome)', 'biome', 'ci', '--colors=off', '--max-diagnostics=10', '--error-on-warnings', '.')
// With its usual four checkers it works out the same types four times, which two processors feel.
const typesOf = (folder: string) => tool(`types of ${folder} (tsc)`, 'tsc', '-p', folder, '--checkers', '1')
const deadCode = tool('dead code (knip)', 'knip', '--no-progress', '--no-config-hints')
const house = tests('architecture tests', '--project=architecture')
const browser = action('chromium', ensureChromium)

/** The longest first: what begins last should not be waited for. */
export const fastSteps = [
  [typesOf('server'), typesOf('.'), lint, house, typesOf('web'), deadCode, typesOf('contract'), typesOf('web/worker')],
]

/** Without what repeats, in another form, what another test shows: that is `longSteps`. */
const SHORT = '--tags-filter=!long'

export const allSteps = [
  [script('web build', 'tools/ready.mjs', 'build'), ...fastSteps.flat()],
  tests('room tests', '--project=modules', SHORT),
  browser,
  tests('journeys', '--project=e2e', SHORT),
]

/** What `npm test` leaves to `npm run prove -- long`; the journeys all, as those of a file build on each other. */
export const longSteps = [
  action('web build', buildWebIfStale),
  browser,
  tests('long room tests', '--project=modules', '--tags-filter=long'),
  tests('all journeys', '--project=e2e'),
]

export function journeySteps(args: string[]) {
  return [action('web build', buildWebIfStale), browser, tests('journeys', '--project=e2e', ...args)]
}
