import type { Logger } from 'pino'
import { isStartProblem } from '#db/start-problem.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#demo/index.ts'
import { environmentNames, isProduction } from '#env/env.ts'
import { misspeltSettings } from '#env/misspelt.ts'
import { renamedSettings } from '#env/renamed.ts'
import { openLog } from '../log.ts'

export function warnOfSettings(log: Pick<Logger, 'warn'>): void {
  for (const { name, meant } of misspeltSettings(environmentNames()))
    log.warn(`${name} is not a setting; is ${meant} meant?`)
  for (const line of renamedSettings(environmentNames())) log.warn(line)
}

/** Prints where to click, for a person at a terminal. */
export function announceReady(url: string, demo: boolean): void {
  console.log(`\n  Portico is ready:  ${url}`)
  if (demo) console.log(`  Demo account:      ${DEMO_EMAIL}   password  ${DEMO_PASSWORD}`)
  console.log('  Operator:          npm run -s portico -- --help\n')
}

/** Prints one line of text at a terminal, one of JSON in production. */
export function reportStartProblem(error: unknown): void {
  const reason = isStartProblem(error) ? error.message : undefined
  if (!isProduction()) console.error(reason === undefined ? error : `portico: ${reason}`)
  else openLog({ level: 'fatal', port: 0 }).fatal(reason === undefined ? { err: error } : { reason }, 'cannot start')
}
