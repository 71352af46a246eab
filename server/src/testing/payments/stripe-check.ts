import { openStripeTypes, type ParamType } from './stripe-types.ts'

/** A parsed form, with its names in brackets taken apart. */
export type Params = { [name: string]: Params | string }

export interface Fault {
  param: string
  code: 'parameter_unknown' | 'parameter_missing' | 'parameter_invalid'
  message: string
}

const types = openStripeTypes()

/** The error in a request, as Stripe would report it; `unknown`: there is no such operation. */
export function checkRequest(verb: string, path: string, params: Params): Fault[] | 'unknown' {
  const operation = types.paramsOf(verb, path)
  return operation ? check(operation.file, operation.type, params, '') : 'unknown'
}

function check(file: string, type: ParamType, value: Params | string, name: string): Fault[] {
  const wrong = (message: string): Fault[] => [{ param: name, code: 'parameter_invalid', message }]
  switch (type.kind) {
    case 'any':
      return []
    case 'ref':
      return check(file, types.resolve(file, type), value, name)
    case 'text':
      return typeof value === 'string' ? [] : wrong(`Invalid string: ${name}`)
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [] : wrong(`Invalid integer: ${name}`)
    case 'boolean':
      return value === 'true' || value === 'false' ? [] : wrong(`Invalid boolean: ${name}`)
    case 'literal':
      return value === type.value ? [] : wrong(`Invalid ${name}: must be ${type.value}`)
    case 'list': {
      if (typeof value === 'string') return wrong(`Invalid array: ${name}`)
      const isInOrder = Object.keys(value).every((key, index) => key === String(index))
      if (!isInOrder) return wrong(`Invalid array: ${name}`)
      return Object.entries(value).flatMap(([key, item]) => check(file, type.of, item, `${name}[${key}]`))
    }
    case 'map':
      if (typeof value === 'string') return wrong(`Invalid object: ${name}`)
      return Object.entries(value).flatMap(([key, item]) => check(file, type.of, item, `${name}[${key}]`))
    case 'union':
      return checkUnion(file, type.of, value, name)
    case 'fields':
      return typeof value === 'string' ? wrong(`Invalid object: ${name}`) : checkFields(file, type, value, name)
  }
}

/** Where values are listed, no other one is accepted: `OtherString` is for what Stripe sends, not for what it receives. */
function checkUnion(file: string, of: ParamType[], value: Params | string, name: string): Fault[] {
  const hasLiterals = of.some(({ kind }) => kind === 'literal')
  const choices = of.filter((one) => !(hasLiterals && one.kind === 'ref' && one.name === 'OtherString'))
  const faults = choices.map((one) => check(file, one, value, name))
  if (faults.some((list) => list.length === 0)) return []
  return faults.toSorted((a, b) => b.length - a.length)[0] ?? []
}

type Fields = Extract<ParamType, { kind: 'fields' }>

function allFields(file: string, { fields, bases }: Fields): Fields['fields'] {
  const all = new Map(fields)
  for (const base of bases) {
    const found = base.kind === 'ref' ? types.resolve(file, base) : base
    if (found.kind === 'fields') for (const [name, field] of allFields(file, found)) all.set(name, field)
  }
  return all
}

function checkFields(file: string, type: Fields, value: Params, name: string): Fault[] {
  const fields = allFields(file, type)
  const full = (own: string) => (name ? `${name}[${own}]` : own)
  const missing = [...fields].flatMap(([own, { is_needed }]): Fault[] =>
    is_needed && value[own] === undefined
      ? [{ param: full(own), code: 'parameter_missing', message: `Missing required param: ${full(own)}.` }]
      : [],
  )
  const given = Object.entries(value).flatMap(([own, item]): Fault[] => {
    const field = fields.get(own)
    if (field) return check(file, field.type, item, full(own))
    return [{ param: full(own), code: 'parameter_unknown', message: `Received unknown parameter: ${full(own)}` }]
  })
  return [...missing, ...given]
}

/** `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export function readForm(text: string): Params {
  const all: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let node = all
    for (const step of path) {
      const next = node[step]
      const inner = typeof next === 'object' ? next : {}
      node[step] = inner
      node = inner
    }
    node[last] = value
  }
  return all
}
