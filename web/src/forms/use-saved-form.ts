import type { QueryKey } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type Shown, useFollowing, useLookAgain } from './use-following.ts'
import { useInlineForm } from './use-inline-form.ts'

/**
 * The form of a card: it shows the saved values, by whichever user, and asks before it overwrites changes of others.
 */
export function useSavedForm<S extends z.ZodMiniType>(
  schema: S,
  save: (values: z.infer<S>) => Promise<void>,
  { shown, query }: { shown: Shown; query: QueryKey },
) {
  const lookAgain = useLookAgain(query)
  const form = useFollowing(
    useInlineForm(schema, (values) => lookAgain(save(values))),
    shown,
  )
  // The line of the card shows it already.
  return { ...form, problem: form.isOutdated ? undefined : form.problem }
}
