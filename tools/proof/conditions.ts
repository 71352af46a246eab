// The conditions of a test run: the seed of its random tests, and how slow the machine is. Vitest's workers inherit both.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

/** Hashing 64 MB on the machine that the timeouts were chosen on, with nothing beside it. */
const USUAL_MS = 130
const SLOWEST = 8

/** The same for every run of a commit, so that a failure repeats. TEST_SEED chooses another one. */
function seedOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number.parseInt(commit.slice(0, 7), 16)
  } catch {
    // A copy without history.
    return 1
  }
}

/** 1 on a quiet machine; timeouts are multiplied by it. */
function measureSlowness(): number {
  const block = Buffer.alloc(1 << 20)
  const hash = createHash('sha256')
  const since = performance.now()
  for (let n = 0; n < 64; n += 1) hash.update(block)
  const speed = (performance.now() - since) / USUAL_MS
  const [load = 0] = loadavg()
  return Math.round(Math.min(SLOWEST, Math.max(1, speed, load / availableParallelism())) * 10) / 10
}

/** Measured once for a run and all its parts. */
export function conditions(): { seed: number; slowness: number } {
  process.env.TEST_SEED ??= String(seedOfCommit())
  process.env.TEST_SLOWNESS ??= String(measureSlowness())
  return { seed: Number(process.env.TEST_SEED), slowness: Number(process.env.TEST_SLOWNESS) }
}
