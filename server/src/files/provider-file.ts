import { readdirSync } from 'node:fs'
import { isDay, momentMs } from '@portico/contract/moment.ts'
import * as z from 'zod/mini'
import { startProblem } from '#db/start-problem.ts'

/** A day of the calendar: the 31st of February would otherwise count as a day in March. */
export const providerDay = z
  .string()
  .check(
    z.refine(
      (typed) => isDay(typed) && !Number.isNaN(momentMs(typed)),
      'must be a day like 2026-01-31 that is in the calendar',
    ),
  )

/** The content of a provider file by its schema. A fault stops the start with path, location and reason. */
export function checkedFile<T>(path: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw startProblem(`${path}: ${firstFault(parsed.error)}.`)
  return parsed.data
}

/** Such as `seller: country: must be an ISO code of a country`. */
export function firstFault({ issues: [issue] }: z.core.$ZodError): string {
  return issue ? [...issue.path, reasonOf(issue)].join(': ') : 'is wrong'
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has no ${issue.keys.join(', ')}`
  return issue.message.startsWith('Invalid') ? 'is missing or of the wrong kind' : issue.message
}

/** The files of an optional folder, in the order of their names. */
export function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .toSorted()
  } catch {
    return []
  }
}
