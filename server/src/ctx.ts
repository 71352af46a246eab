import type { Brand } from '@portico/contract/whitelabel.ts'
import type { Logger } from 'pino'
import type { Db } from '#db/db.ts'
import type { Env } from './env.ts'
import type { Keys } from './keys.ts'

/** All a rule may touch. Time comes from here, so that tests can move it. */
export interface Ctx {
  db: Db
  env: Env
  keys: Keys
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
  clock: { now(): Date }
  brand: Brand
}

export interface Session {
  token_hash: Buffer
  user_id: number
  is_staff: boolean
  created_at: Date
  reauth_at: Date
}

/** One request: who asks, from where, and the one way to begin or end their session. */
export interface RequestCtx extends Ctx {
  request: { id: string; ip: string; user_agent: string; host: string }
  session: Session | undefined
  startSession(user_id: number): Promise<void>
  endSession(): Promise<void>
}

export interface UserCtx extends RequestCtx {
  session: Session
}
