import { staffReason } from '@portico/contract/operator-fields.ts'
import { Problem } from '@portico/contract/problem.ts'
import { staffMessage } from '@portico/contract/staff-messages.ts'
import * as z from 'zod/mini'
import { readInput } from './read-input.ts'

const reasoned = z.object({ reason: staffReason })

/**
 * The input of a change from the console. The server names the person, whatever the page sent, and the reason is
 * required even where the command line needs none.
 */
export function readStaffInput<I extends z.ZodMiniType>(
  schema: I,
  sent: unknown,
  email: string,
): { reason: string; input: z.output<I> } {
  const given = readInput(reasoned, sent)
  const fields = fieldsOf(schema)
  const { reason: _, by: __, ...rest } = typeof sent === 'object' ? ({ ...sent } as Record<string, unknown>) : {}
  const input = readInput(schema, {
    ...rest,
    ...(fields.has('reason') && { reason: given.reason }),
    ...(fields.has('by') && { by: email }),
  })
  return { reason: given.reason, input }
}

function fieldsOf(schema: z.ZodMiniType): ReadonlySet<string> {
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
}

/** Staff read the console in their own language: texts of the command line become messages that are translated. */
export async function inStaffWords<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.entries(error.fields).map(([name, text]) => [name, staffMessage(text)])
    throw new Problem(error.code, { values: error.values, fields: Object.fromEntries(fields) })
  }
}
