import * as z from 'zod/mini'
import { fact } from './activity.ts'
import { LOG_KINDS } from './audit-actions.ts'
import { get } from './endpoint.ts'
import { queryNumber, text } from './form-fields.ts'
import { isDay, momentMs } from './moment.ts'
import { MESSAGES } from './rules.ts'

export const LOG_RESULTS = ['ok', 'refused'] as const
export type LogResult = (typeof LOG_RESULTS)[number]

/** Actors who are not members of the account. */
export const LOG_OFFICES = ['support', 'operator', 'visitor', 'mail_link', 'system'] as const
export type LogOffice = (typeof LOG_OFFICES)[number]

export const LOG_WORDS_MAX = 100

const caller = { action: 'see_security_log' } as const
const day = text(10, MESSAGES.pattern).check(
  z.refine((typed) => isDay(typed) && !Number.isNaN(momentMs(typed)), MESSAGES.pattern),
)

const request = {
  /** UTC days, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** Id of the actor, or an office. */
  person: z.optional(text(16).check(z.regex(/^([1-9]\d{0,14}|support|operator|visitor)$/, MESSAGES.pattern))),
  kind: z.optional(z.enum(LOG_KINDS)),
  result: z.optional(z.enum(LOG_RESULTS)),
  /** Words to look for in names, addresses, devices and details. */
  q: z.optional(text(LOG_WORDS_MAX)),
  /** The actions whose sentence, in the reader's language, holds those words. */
  said: z.optional(text(4000).check(z.regex(/^[a-z_]{1,40}(,[a-z_]{1,40})*$/, MESSAGES.pattern))),
}

const person = z.object({ id: z.number(), name: z.string() })

export const logRow = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  is_refused: z.boolean(),
  office: z.nullable(z.enum(LOG_OFFICES)),
  /** The actor's name, where it was a member or staff. */
  who: z.nullable(z.string()),
  /** The user whose sign-in or password it was about. */
  whose: z.nullable(z.string()),
  ip: z.string(),
  /** The user agent as it was sent. */
  device: z.string(),
  /** Why staff acted, in their words. */
  reason: z.nullable(z.string()),
  facts: z.array(fact),
})
export type LogRow = z.infer<typeof logRow>

/** All matching entries, as a CSV file. */
export const securityLogExport = {
  path: '/api/security-log.csv' as const,
  reads: 'replica' as const,
  caller,
  input: z.strictObject(request),
}
export type LogFilterInput = z.infer<typeof securityLogExport.input>

export const securityLog = {
  getSecurityLog: get('/api/security-log', {
    reads: 'replica',
    caller,
    input: z.strictObject({ ...request, before: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)) }),
    output: z.object({
      rows: z.array(logRow),
      more: z.boolean(),
      /** All present and former members, whatever filter is chosen; only on the first page. */
      people: z.array(person),
    }),
  }),
}
