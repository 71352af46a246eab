import { userInfo } from 'node:os'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { startProblem } from '#db/start-problem.ts'
import { callServer } from '#integrations/own-server.ts'
import { aboutField, type Field, fieldsOf, optionOf, placeholderOf, readTyped } from './command-fields.ts'
import type { OperatorAccess } from './token.ts'

export interface Given {
  words: string[]
  options: Record<string, string>
  json: boolean
  /** Asks a person at the terminal, where there is one. */
  ask?: ((question: string) => Promise<string>) | undefined
}

interface Option {
  /** The server's name. */
  field: string
  about: string
  /** Placeholder of the value; a flag has none. */
  value: string | undefined
  is_required: boolean
}

export interface Result {
  text: string
  data: unknown
}

type Answer = Promise<Result>

interface About {
  name: string
  about: string
  arguments: { field: string; value: string }[]
  options: Record<string, Option>
  /** What --yes confirms, where that is no booking. */
  confirmation?: { done: string; doing: string }
}

/** Most call the running server. One that works without it gets its access where there is one. */
export type Command = About &
  (
    | { needs_server?: true; run(access: OperatorAccess, given: Given): Answer }
    | { needs_server: false; run(access: OperatorAccess | undefined, given: Given): Answer }
  )

export const usageError = startProblem
const SHOWN_OPTIONS_MAX = 8

/** `credit <login> <amount> --reason <text> [--yes]`. */
export function usageOf({ name, arguments: words, options }: About): string {
  const shown = Object.entries(options)
    .toSorted(([, one], [, other]) => Number(other.is_required) - Number(one.is_required))
    .map(([option, { value, is_required }]) => {
      const whole = value === undefined ? `--${option}` : `--${option} ${/\|/.test(value) ? value : `<${value}>`}`
      return is_required ? whole : `[${whole}]`
    })
  const list = shown.length > SHOWN_OPTIONS_MAX ? ['[options]'] : shown
  return [name, ...words.map(({ value }) => `<${value}>`), ...list].join(' ')
}

interface Spec<E extends Endpoint> extends Pick<Command, 'name' | 'about' | 'confirmation'> {
  /** Fields that are typed without an option, in this order. */
  arguments?: (keyof Sent<E> & string)[]
  /** Fields that are not sent as they are typed. */
  fill?: { [F in keyof Sent<E>]?: (given: Given) => Sent<E>[F] }
  /** Options that are no field of their own. */
  more?: Record<string, { field: string; about: string }>
  check?(options: Given['options']): void
}

/** A command that sends one request. Its arguments, options and help come from the schema of the endpoint. */
export function command<E extends Endpoint>(
  endpoint: E,
  spec: Spec<E> & { text(data: Output<E>, input: Sent<E>): string; timeout_ms?: number },
): Command {
  return commandWith(endpoint, spec, async (access, input) => {
    const data = await callServer(access, endpoint, input, spec.timeout_ms)
    return { data, text: spec.text(data, input) }
  })
}

/** As `command`, for one that does more than to send the input. */
export function commandWith<E extends Endpoint>(
  endpoint: E,
  { name, about, confirmation, more = {}, check, ...spec }: Spec<E>,
  run: (access: OperatorAccess, input: Sent<E>) => Answer,
): Command {
  const fields = fieldsOf(endpoint)
  const words: string[] = spec.arguments ?? []
  const isActor = fields.by && !fields.by.description
  const fill: Record<string, ((given: Given) => unknown) | undefined> = { ...(isActor && { by: actor }), ...spec.fill }
  const options = Object.entries(fields).flatMap(([field, schema]): [string, Option][] => {
    if (words.includes(field) || !schema.description) return []
    const value = schema.is_flag ? undefined : placeholderOf(field, schema)
    const is_required = schema.is_required === true && !fill[field]
    return [[optionOf(field, schema), { field, about: aboutField(schema), value, is_required }]]
  })
  const extra = Object.entries(more).map(([option, one]): [string, Option] => [
    option,
    { ...one, value: 'text', is_required: false },
  ])

  function read(field: string, schema: Field, given: Given): unknown {
    const filled = fill[field]
    if (filled) return filled(given)
    const index = words.indexOf(field)
    const option = optionOf(field, schema)
    const typed = index < 0 ? given.options[option] : given.words[index]
    const label = index < 0 ? `--${option}` : `<${placeholderOf(field, schema)}>`
    return typed === undefined ? undefined : readTyped(label, typed, field, schema)
  }

  return {
    name,
    about,
    arguments: words.map((field) => ({ field, value: placeholderOf(field, fields[field] ?? {}) })),
    options: Object.fromEntries([...extra, ...options]),
    ...(confirmation && { confirmation }),
    run: async (access, given) => {
      check?.(given.options)
      const input = Object.entries(fields).map(([field, schema]) => [field, read(field, schema, given)])
      return run(access, Object.fromEntries(input.filter(([, value]) => value !== undefined)) as Sent<E>)
    },
  }
}

const actor = () => userInfo().username
