import { ensureChromium } from '../chromium.ts'
import { buildWeb, buildWebIfStale } from '../ready/web.mjs'
import { action, tests, tool } from './step.ts'

const lint = tool('lint (biome)', 'biome', 'ci', '--colors=off', '--max-diagnostics=10', '--error-on-warnings', '.')
const types = ['contract', 'server', 'web', 'web/worker', '.'].map((folder) =>
  tool(`types of ${folder} (tsc)`, 'tsc', '-p', folder),
)
const deadCode = tool('dead code (knip)', 'knip', '--no-progress', '--no-config-hints')
const browser = action('chromium', ensureChromium)

export const fastSteps = [lint, ...types, deadCode, tests('house tests', '--project=house')]

/** Without what repeats, in another form, what another test shows: that is `longSteps`. */
const SHORT = '--tags-filter=!long'

export const allSteps = [
  lint,
  ...types,
  deadCode,
  tests('house and room tests', '--project=house', '--project=rooms', SHORT),
  action('web build', buildWeb),
  browser,
  tests('journeys', '--project=e2e', SHORT),
]

/** What `npm test` leaves to `npm run prove -- long`; the journeys all, as those of a file build on each other. */
export const longSteps = [
  action('web build', buildWebIfStale),
  browser,
  tests('long room tests', '--project=rooms', '--tags-filter=long'),
  tests('all journeys', '--project=e2e'),
]

export function journeySteps(args: string[]) {
  return [action('web build', buildWebIfStale), browser, tests('journeys', '--project=e2e', ...args)]
}
