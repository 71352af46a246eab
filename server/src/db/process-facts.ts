import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { errorCode } from './error-code.ts'

/** Start time of a process that the system hides from us. */
export const HIDDEN = 'hidden'

const hasProc = process.platform === 'linux'

/** When a living process started; undefined for one that is gone or only waits to be reaped. */
export function bornAt(pid: number): string | undefined {
  if (!answersSignals(pid)) return undefined
  if (!hasProc) return ps(['-o', 'lstart=', '-p', String(pid)]) || undefined
  const stat = readProc(pid, 'stat')
  if (!stat) return answersSignals(pid) ? HIDDEN : undefined
  // The name in the second field may hold spaces and brackets, so count from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return fields[19] ?? HIDDEN
}

export function commandOf(pid: number): string {
  if (!hasProc) return ps(['-o', 'command=', '-p', String(pid)])
  return (readProc(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim()
}

export function livingPids(): number[] {
  const names = hasProc ? readdirSync('/proc') : ps(['-axo', 'pid=']).split('\n')
  return names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0)
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (e) {
    if (errorCode(e) !== 'ESRCH') throw e
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return errorCode(e) === 'EPERM'
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function ps(args: string[]): string {
  return spawnSync('ps', args, { encoding: 'utf8' }).stdout?.trim() ?? ''
}
