import { pino } from 'pino'
import { openPool } from '#db/db.ts'
import { createPool } from '#db/pool.ts'
import { readEnv } from '#env/env.ts'
import { moveDays } from '#moved-days/index.ts'

/** A process that moves old days to files, and is killed at a step of it. */
async function run([url = '', data_dir = '', now = '', step = '']: string[]) {
  const log = pino({ level: 'silent' })
  const { db } = openPool(createPool(url, log, 3), false)
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: data_dir, BOT_CHECK: 'off', KEEP_HOT_DAYS: '35' })
  await moveDays({
    db,
    env,
    bucket: undefined,
    clock: { now: () => new Date(now) },
    log,
    onStep: (name) => name === step && process.kill(process.pid, 'SIGKILL'),
  })
}

if (import.meta.main) await run(process.argv.slice(2))
