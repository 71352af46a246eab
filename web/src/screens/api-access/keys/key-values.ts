import { secretName } from '@portico/contract/form-fields.ts'
import * as z from 'zod/mini'
import type { MessageKey } from '#i18n/i18n.tsx'
import { limitAmount, noLimit } from '../agents/agent-values.ts'
import { readPasted } from '../ip/paste-ip-rules.ts'

const NO_ADDRESS = 'Enter an IPv4 or IPv6 address, or a range such as 203.0.113.0/24' satisfies MessageKey
const addresses = z.string().check(z.refine((text) => readPasted(text).wrong.length === 0, NO_ADDRESS))

/** The bounds of a key, as typed; every limit is optional. */
export function keyValues(is_live: boolean, password: z.ZodMiniType<string | undefined>) {
  const limit = is_live ? limitAmount : noLimit
  return z.object({ name: secretName, day: limit, total: limit, addresses, password })
}
