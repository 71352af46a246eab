import { reason } from '@portico/contract/operator-fields.ts'
import * as z from 'zod/mini'
import { readInput } from './read-input.ts'

const reasoned = z.object({ reason })

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
