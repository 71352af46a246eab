import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type * as z from 'zod/mini'
import type { MessageKey } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { Problem } from '#lib/problem.ts'
import { useFieldMessage } from '#session/field-message.ts'
import { useTelling } from '#session/use-telling.tsx'

/** A card that saves by itself: what is wrong with a field stands at the field, everything else in a snackbar. */
export function useCardForm<S extends z.ZodMiniType>(
  schema: S,
  save: (values: z.infer<S>) => Promise<void>,
  { done, changes }: { done: MessageKey; changes: QueryKey },
) {
  const telling = useTelling()
  const client = useQueryClient()
  const form = useForm(schema, async (values) => {
    await save(values)
    telling.good(done)
    await client.invalidateQueries({ queryKey: changes })
  })
  const tell = (error: unknown) => {
    const isAboutFields = error instanceof Problem && Object.keys(error.fields).length > 0
    if (!isAboutFields) telling.problem(error)
  }
  return {
    busy: form.busy,
    isChanged: form.isChanged,
    discard: form.discard,
    reset: form.reset,
    wrong: useFieldMessage(form),
    props: { ...form.props, onSubmit: (event: FormEvent) => form.props.onSubmit(event).catch(tell) },
  }
}
