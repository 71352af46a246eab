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

export const allSteps = [
  lint,
  ...types,
  deadCode,
  tests('house and room tests', '--project=house', '--project=rooms'),
  action('web build', buildWeb),
  browser,
  tests('journeys', '--project=e2e'),
]

export function journeySteps(args: string[]) {
  return [action('web build', buildWebIfStale), browser, tests('journeys', '--project=e2e', ...args)]
}
