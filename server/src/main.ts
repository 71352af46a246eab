import closeWithGrace from 'close-with-grace'
import { type Env, readEnv } from '#env/env.ts'
import { isPrimary, isWorker, onStop, receiveShared, runPrimary, WorkerEnded } from '#start/cluster.ts'
import { start } from '#start/start.ts'
import { reportStartProblem } from '#start/start-messages.ts'

async function runServer(env: Env): Promise<void> {
  const { log, delay, stop } = await start(env, await receiveShared())
  // A worker stops when the primary does: Ctrl-C reaches both, and a second signal would end the worker at once.
  const skip = isWorker() ? (['SIGINT'] as const) : []
  const closing = closeWithGrace({ delay, logger: false, skip: [...skip] }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    else log.info({ reason: signal ?? 'asked to' }, 'stopping')
    await stop()
    log.info('stopped')
  })
  onStop(closing.close)
}

try {
  const env = readEnv()
  await (isPrimary(env) ? runPrimary(env) : runServer(env))
} catch (error) {
  if (!(error instanceof WorkerEnded)) reportStartProblem(error)
  process.exit(1)
}
