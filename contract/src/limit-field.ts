import * as z from 'zod/mini'
import { MESSAGES } from './rules.ts'

/** A limit a customer can type: up to a million a day. */
const LIMIT_MAX_MICROS = 1_000_000_000_000
const micros = z
  .int(MESSAGES.limitAmount)
  .check(z.gte(0, MESSAGES.limitAmount), z.lte(LIMIT_MAX_MICROS, MESSAGES.limitAmount))

export const limitMicros = z.nullable(micros)
