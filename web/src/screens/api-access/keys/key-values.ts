import { KEY_RATE_MAX } from '@portico/contract/api-keys.ts'
import { secretName } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import type { MessageKey } from '#i18n/i18n.tsx'
import { limitAmount, noLimit } from '../agents/agent-values.ts'
import { readPasted } from '../ip/paste-ip-rules.ts'

const NO_ADDRESS = 'Enter an IPv4 or IPv6 address, or a range such as 203.0.113.0/24' satisfies MessageKey
const addresses = z.string().check(z.refine((text) => readPasted(text).wrong.length === 0, NO_ADDRESS))

const NO_RATE = 'Enter a whole number from 1 to 100,000' satisfies MessageKey
const rate = z.string().check(z.refine((text) => isRate(typedRate(text)), NO_RATE))

function isRate(typed: number | null): boolean {
  return typed === null || (typed >= 1 && typed <= KEY_RATE_MAX)
}

/** Requests per minute as typed; null for an empty field, and no number for what is none. */
export function typedRate(text: string): number | null {
  const digits = text.trim()
  if (digits === '') return null
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** The bounds of a key, as typed; every limit is optional. */
export function keyValues(is_live: boolean, password: z.ZodMiniType<string | undefined>) {
  const limit = is_live ? limitAmount : noLimit
  return z.object({ name: secretName, day: limit, total: limit, rate, addresses, password })
}
