import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { useForm } from '#lib/form.ts'
import { Problem } from '#lib/problem.ts'
import { useFieldMessage } from './field-message.ts'

/**
 * A form that shows its errors itself: at the field where it is about one, otherwise as `problem`, for a ProblemNote.
 */
export function useInlineForm<S extends z.ZodMiniType>(schema: S, send: (values: z.infer<S>) => Promise<void>) {
  const [problem, setProblem] = useState<unknown>()
  const form = useForm(schema, send)
  const submit = (event: FormEvent) => {
    setProblem(undefined)
    return form.props.onSubmit(event).catch((error: unknown) => {
      const isAboutFields = error instanceof Problem && Object.keys(error.fields).length > 0
      if (!isAboutFields) setProblem(error)
    })
  }
  return {
    busy: form.busy,
    isChanged: form.isChanged,
    discard: form.discard,
    saves: form.saves,
    follow: form.follow,
    problem,
    wrong: useFieldMessage(form),
    props: { ...form.props, onSubmit: submit },
  }
}
