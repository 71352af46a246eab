import { fieldMessages } from '@portico/contract/form-fields.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { Problem } from './problem.ts'

interface FormState {
  /** The error of each field, by message key. */
  wrong: Record<string, string>
  /** Fields whose message is shown: left once, or sent. */
  shown: ReadonlySet<string>
  busy: boolean
  /** The result of sending it, until it is sent again. */
  problem: Problem | undefined
  /** False until the first look: what the server drew may already hold something typed. */
  isSeen: boolean
  /** Something differs from what the form began with, or was saved with last. */
  isChanged: boolean
  /** The number of saves since the form was last reset. */
  saves: number
}

const CLEAN: FormState = {
  wrong: {},
  shown: new Set(),
  busy: false,
  problem: undefined,
  isSeen: false,
  isChanged: false,
  saves: 0,
}

/**
 * A form checked by the contract's own schema. Inputs keep their own values, so that what was typed before the page
 * came alive, or into a form the server refused, is never lost.
 */
export function useForm<S extends z.ZodMiniType>(schema: S, send: (values: z.infer<S>) => Promise<void>) {
  const ref = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(CLEAN)
  const saved = useRef<Record<string, unknown>>({})
  const isChanged = () => JSON.stringify(valuesOf(ref.current)) !== JSON.stringify(saved.current)
  const check = () => wrongIn(schema, valuesOf(ref.current))
  const see = () => setState((now) => ({ ...now, wrong: check(), isSeen: true, isChanged: isChanged() }))
  const refuse = (wrong: Record<string, string>, problem?: Problem) =>
    setState({ ...CLEAN, wrong, shown: new Set(Object.keys(wrong)), problem, isSeen: true, isChanged: isChanged() })
  const reset = (problem?: Problem) => {
    ref.current?.reset()
    saved.current = valuesOf(ref.current)
    setState({ ...CLEAN, wrong: check(), problem, isSeen: true })
  }
  /** Back to what was saved last, which the browser's own reset does not know. */
  const discard = () => {
    restore(ref.current, saved.current)
    setState({ ...CLEAN, wrong: check(), isSeen: true })
  }
  /** Other values were saved: they are shown in untouched fields. Returns true when typed values remain. */
  const follow = (next: Record<string, unknown>) => {
    const typed = Object.entries(valuesOf(ref.current)).filter(([name, value]) => value !== saved.current[name])
    saved.current = { ...saved.current, ...next }
    restore(ref.current, { ...saved.current, ...Object.fromEntries(typed) })
    return isChanged()
  }
  useEffect(() => markRequired(ref.current, schema))
  useEffect(() => {
    const form = ref.current
    saved.current = valuesOf(form)
    setState((now) => ({ ...now, wrong: wrongIn(schema, valuesOf(form)), isSeen: true }))
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
    setState((now) => ({ ...now, busy: true, problem: undefined }))
    try {
      const sent = valuesOf(ref.current)
      await send(parsed.data)
      // A form that emptied itself has started again.
      if (Object.keys(saved.current).length === 0 || isChanged()) saved.current = sent
      setState((now) => ({ ...now, busy: false, saves: now.saves + 1, isChanged: isChanged() }))
    } catch (error) {
      refuse(error instanceof Problem ? error.fields : {})
      throw error
    }
  }

  return {
    busy: state.busy,
    isChanged: state.isChanged,
    saves: state.saves,
    discard,
    follow,
    isValid: state.isSeen && Object.keys(state.wrong).length === 0,
    /** Message key of a field, once it is time to show it. */
    error: (name: string): string | undefined => (state.shown.has(name) ? state.wrong[name] : undefined),
    /** The error of the whole form; the error of a field is shown at the field. */
    problem: state.problem,
    /** Marks the fields a server has refused, for a form that shows the problem itself. */
    refuse,
    /** Keeps what was typed, and shows what went wrong. */
    fail: (problem: Problem) => refuse(problem.fields, Object.keys(problem.fields).length > 0 ? undefined : problem),
    reset: () => reset(),
    /**
     * Empties the form and focuses its first field: a button that is disabled again would lose the focus. Only a reply
     * empties it: typed values survive a lost network and a failing server.
     */
    startOver: (problem?: Problem) => {
      if (problem && !problem.isRefusal) return refuse({}, problem)
      reset(problem)
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

function wrongIn(schema: z.ZodMiniType, values: Record<string, unknown>): Record<string, string> {
  const parsed = schema.safeParse(values)
  return parsed.success ? {} : fieldMessages(parsed.error)
}

/**
 * A field that the schema does not accept empty is announced as required; the `required` attribute would make the
 * browser validate it, too.
 */
function markRequired(form: HTMLFormElement | null, schema: z.ZodMiniType): void {
  const blank = valuesOf(form)
  for (const name in blank) blank[name] = typeof blank[name] === 'boolean' ? false : ''
  const missing = wrongIn(schema, blank)
  for (const input of form?.elements ?? [])
    if (input instanceof HTMLInputElement) input.ariaRequired = missing[input.name] ? 'true' : null
}

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

function restore(form: HTMLFormElement | null, values: Record<string, unknown>): void {
  for (const input of form?.elements ?? []) {
    const isBox = input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio')
    if (isBox) input.checked = input.type === 'radio' ? values[input.name] === input.value : values[input.name] === true
    else if (isTextual(input) && Object.hasOwn(values, input.name)) input.value = String(values[input.name])
    else continue
    // Parts that are drawn beside a field from its value follow.
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

function isTextual(input: Element) {
  return input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement
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
