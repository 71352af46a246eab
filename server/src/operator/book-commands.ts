import { setTimeout as pause } from 'node:timers/promises'
import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { commandWith, usageError } from './command.ts'

const ASK_AGAIN_MS = 250
const PROGRESS_EVERY_MS = 2000

export const bookCommand = commandWith(
  operator.startBooks,
  {
    name: 'books',
    about: 'Checks that calls, rollups, ledger, balances and payments agree, from the first day that is not closed on.',
  },
  async (access, input) => {
    const { started, run } = await callServer(access, operator.startBooks, input)
    if (!started) process.stderr.write('another check is under way; this is its outcome\n')
    const data = await untilDone(access, run)
    if (!data.balanced) process.exitCode = 1
    const text = data.balanced
      ? `balanced: ${data.transactions} transactions, ${data.accounts} accounts${sinceText(data.since)}`
      : data.discrepancies.join('\n')
    return { data, text }
  },
)

function sinceText(since: string | null): string {
  return since === null || since === '1970-01-01' ? '' : `; single days since ${since}, closed ones before`
}

async function untilDone(server: Parameters<typeof callServer>[0], run: string) {
  let reported_ms = performance.now()
  for (;;) {
    const { state, result, error, progress, seconds } = await callServer(server, operator.books, { run })
    if (state === 'failed') throw usageError(`The check failed: ${error}`)
    if (result) return result
    if (performance.now() - reported_ms > PROGRESS_EVERY_MS) {
      reported_ms = performance.now()
      process.stderr.write(`${progressText(progress)}, ${seconds} s\n`)
    }
    await pause(ASK_AGAIN_MS)
  }
}

function progressText(progress: Output<typeof operator.books>['progress']): string {
  return progress?.day ? `${progress.day}: day ${progress.days_done + 1} of ${progress.days}` : 'balances and payments'
}
