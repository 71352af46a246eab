import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { type Shown, useFollowing, useLookAgain } from '#forms/use-following.ts'
import { useToast } from '#forms/use-toast.tsx'
import type { MessageKey } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { Problem } from '#lib/problem.ts'

/** A card that saves automatically: an error about a field is shown at the field, any other in a toast. */
export function useCardForm<S extends z.ZodMiniType>(
  schema: S,
  save: (values: z.infer<S>) => Promise<void>,
  { done, changes, shown = {} }: { done: MessageKey; changes: QueryKey; shown?: Shown },
) {
  const toast = useToast()
  const client = useQueryClient()
  const lookAgain = useLookAgain(changes)
  const form = useForm(schema, async (values) => {
    await lookAgain(save(values))
    toast.good(done)
    await client.invalidateQueries({ queryKey: changes })
  })
  const onError = (error: unknown) => {
    const isAboutFields = error instanceof Problem && Object.keys(error.fields).length > 0
    if (!isAboutFields) toast.problem(error)
  }
  const withToast = { ...form.props, onSubmit: (event: FormEvent) => form.props.onSubmit(event).catch(onError) }
  const { busy, isChanged, question, isOutdated, props } = useFollowing({ ...form, props: withToast }, shown)
  return {
    busy,
    isChanged,
    isOutdated,
    question,
    discard: form.discard,
    reset: form.reset,
    wrong: useFieldMessage(form),
    props,
  }
}
