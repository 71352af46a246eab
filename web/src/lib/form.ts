import { Problem } from '@portico/contract/problem.ts'
import { fieldMessages } from '@portico/contract/typed.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

interface FormState {
  /** What is wrong with each field now, by message key. */
  wrong: Record<string, string>
  /** Fields whose message is shown: left once, or sent. */
  shown: ReadonlySet<string>
  busy: boolean
  /** False until the first look: what the server drew may already hold something typed. */
  isSeen: boolean
}

const CLEAN: FormState = { wrong: {}, shown: new Set(), busy: false, isSeen: false }

/**
 * A form checked by the contract's own schema. Inputs keep their own values, so that what was typed before the page
 * came alive, or into a form the server refused, is never lost.
 */
export function useForm<S extends z.ZodMiniType>(schema: S, send: (values: z.infer<S>) => Promise<void>) {
  const ref = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(CLEAN)
  const check = () => {
    const parsed = schema.safeParse(valuesOf(ref.current))
    return parsed.success ? {} : fieldMessages(parsed.error)
  }
  const see = () => setState((now) => ({ ...now, wrong: check(), isSeen: true }))
  const refuse = (wrong: Record<string, string>) =>
    setState({ wrong, shown: new Set(Object.keys(wrong)), busy: false, isSeen: true })
  const reset = () => {
    ref.current?.reset()
    setState({ ...CLEAN, wrong: check(), isSeen: true })
  }
  useEffect(() => {
    const form = ref.current
    setState((now) => {
      const parsed = schema.safeParse(valuesOf(form))
      return { ...now, wrong: parsed.success ? {} : fieldMessages(parsed.error), isSeen: true }
    })
  }, [schema])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (state.busy) return
    const parsed = schema.safeParse(valuesOf(ref.current))
    if (!parsed.success) {
      const wrong = fieldMessages(parsed.error)
      refuse(wrong)
      focusFirst(ref.current, wrong)
      return
    }
    setState((now) => ({ ...now, busy: true }))
    try {
      await send(parsed.data)
      setState((now) => ({ ...now, busy: false }))
    } catch (error) {
      refuse(error instanceof Problem ? error.fields : {})
      throw error
    }
  }

  return {
    busy: state.busy,
    isValid: state.isSeen && Object.keys(state.wrong).length === 0,
    /** Message key of a field, once it is time to show it. */
    error: (name: string): string | undefined => (state.shown.has(name) ? state.wrong[name] : undefined),
    /** Marks the fields a server has refused, for a form that shows the problem itself. */
    refuse,
    reset,
    /** Empties the form and goes back to its first field: a button that is off again would lose the focus. */
    startOver: () => {
      reset()
      firstField(ref.current)?.focus()
    },
    props: {
      ref,
      noValidate: true,
      method: 'post' as const,
      onSubmit: submit,
      onInput: see,
      onBlur: (event: { target: EventTarget }) => {
        const { target } = event
        const name = target instanceof HTMLInputElement && target.value !== '' ? target.name : ''
        if (name) setState((now) => ({ ...now, wrong: check(), shown: new Set([...now.shown, name]) }))
      },
    },
  }
}

export type Form = ReturnType<typeof useForm>

function valuesOf(form: HTMLFormElement | null): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const input of form?.elements ?? []) {
    if (
      !(
        input instanceof HTMLInputElement ||
        input instanceof HTMLSelectElement ||
        input instanceof HTMLTextAreaElement
      ) ||
      !input.name
    )
      continue
    if (input instanceof HTMLInputElement && input.type === 'radio' && !input.checked) continue
    values[input.name] = input instanceof HTMLInputElement && input.type === 'checkbox' ? input.checked : input.value
  }
  return values
}

function firstField(form: HTMLFormElement | null): HTMLInputElement | undefined {
  return [...(form?.elements ?? [])].find(
    (input): input is HTMLInputElement => input instanceof HTMLInputElement && !input.readOnly && input.name !== '',
  )
}

function focusFirst(form: HTMLFormElement | null, wrong: Record<string, string>): void {
  for (const input of form?.elements ?? [])
    if (input instanceof HTMLInputElement && wrong[input.name]) {
      input.focus()
      return
    }
}
