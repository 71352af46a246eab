import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { errorCode } from './error-code.ts'
import { bornAt, HIDDEN } from './process-facts.ts'

interface Holder {
  pid: number
  born: string
}

export interface Lock {
  release(): void
}

/**
 * Takes the lock file, or returns which living process holds it. A pid alone may be recycled, so the holder is pid and
 * start time. A lock whose holder died is removed only under a second lock of the same kind, because two processes that
 * both judged it dead could otherwise remove each other's fresh one.
 */
export function takeLock(path: string): Lock | { heldBy: number } {
  for (;;) {
    if (linkMine(path)) return { release: () => rmSync(path, { force: true }) }
    const holder = readHolder(path)
    if (holder === 'gone') continue
    if (holder && isAlive(holder)) return { heldBy: holder.pid }
    removeDead(path)
  }
}

function removeDead(path: string) {
  const takeover = takeLock(`${path}.takeover`)
  if ('heldBy' in takeover) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return
  }
  const holder = readHolder(path)
  if (holder !== 'gone' && !(holder && isAlive(holder))) rmSync(path, { force: true })
  takeover.release()
}

/** link() fails when the name exists and shows the content at once, so that no process reads a half-written holder. */
function linkMine(path: string): boolean {
  const mine: Holder = { pid: process.pid, born: bornAt(process.pid) ?? HIDDEN }
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(mine), { flag: 'wx', mode: 0o644 })
  try {
    linkSync(draft, path)
    return true
  } catch (e) {
    // ENOENT: the winner of a race has removed our draft together with those of the dead.
    if (errorCode(e) === 'EEXIST' || errorCode(e) === 'ENOENT') return false
    throw e
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(path: string): Holder | 'gone' | undefined {
  try {
    const { pid, born } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 && typeof born === 'string' ? { pid, born } : undefined
  } catch (e) {
    return errorCode(e) === 'ENOENT' ? 'gone' : ignoreDamage(e)
  }
}

/** A lock file torn by a power cut names no process and counts as stale. */
function ignoreDamage(e: unknown): undefined {
  if (!(e instanceof SyntaxError)) throw e
}

function isAlive({ pid, born }: Holder): boolean {
  const now = bornAt(pid)
  return now !== undefined && (now === born || now === HIDDEN || born === HIDDEN)
}
