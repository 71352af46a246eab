// Runs before every file of tests: property tests repeat the examples of their commit, and waits fit a busy machine.
import fc from 'fast-check'
import { vi } from 'vitest'
import { conditions } from './conditions.ts'

const { seed, slowness } = conditions()
fc.configureGlobal({ seed })

/** A wait that is too short fails on a busy machine, and a longer one delays only a test that fails. */
const LEAST_MS = 25_000 * slowness
const { waitFor, setConfig } = vi

// Files of one process share `vi`, and timeouts multiplied once for each file would soon be out of range.
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(condition, options) {
    const { timeout = 0, ...rest } = typeof options === 'number' ? { timeout: options } : (options ?? {})
    return waitFor(condition, { ...rest, timeout: Math.max(timeout * slowness, LEAST_MS) })
  }
  vi.setConfig = ({ testTimeout, hookTimeout, ...rest }) =>
    setConfig({
      ...rest,
      ...(testTimeout && { testTimeout: testTimeout * slowness }),
      ...(hookTimeout && { hookTimeout: hookTimeout * slowness }),
    })
}
