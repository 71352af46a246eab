/** Limits of a field that only its description mentions, as schema keywords. */
export interface Hints {
  maximum?: number
  minimum?: number
  maxLength?: number
  maxItems?: number
  default?: string | number | boolean
  enum?: (string | number)[]
}

const NUMBER = String.raw`(\d[\d,]*)`
const MAXIMUM = new RegExp(
  String.raw`\bmax(?:imum|imal)?(?: (?:possible|allowed))?(?: value)?(?: is| of)?[:=]? ${NUMBER}(?! (?:char|symbol))`,
  'i',
)
const MINIMUM = new RegExp(String.raw`\bmin(?:imum|imal)?(?: value)?(?: is| of)?[:=]? ${NUMBER}`, 'i')
const LENGTH = new RegExp(
  `(?:character limit(?: is)?|number of characters(?: is)?|up to)[:=]? ${NUMBER}(?: (?:characters|symbols))?`,
  'i',
)
const ITEMS = new RegExp(String.raw`(?:maximum number of \w+(?: is)?|up to|no more than)[:=]? ${NUMBER}\b`, 'i')
const DEFAULT = /\bdefault(?: value)?(?: is)?[:=] ?[`'"]?([\w.-]+)/i
const VALUES = /(?:possible|allowed|following|available) values(?: are)?[:=] ?([^.;]+)/i

/** True for `required field`, but not for `required field if …` or one of several. */
export function isRequiredInWords(description: string): boolean {
  return (
    /\brequired field\b(?! if\b| when\b| unless\b)/i.test(description) && !/optional field|one of/i.test(description)
  )
}

/** Reads texts such as `max value: 700`, `default value: 10`, `possible values: 1, 2`. */
export function boundsInWords(type: unknown, description: string): Hints {
  const text = description.replaceAll(/[*_`]|<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
  const hints: Hints = {}
  if (type === 'integer' || type === 'number') {
    put(hints, 'maximum', numberIn(MAXIMUM, text))
    put(hints, 'minimum', numberIn(MINIMUM, text))
  }
  if (type === 'string' && /characters|symbols|character limit/i.test(text))
    put(hints, 'maxLength', numberIn(LENGTH, text))
  if (type === 'array') put(hints, 'maxItems', numberIn(ITEMS, text))
  const usual = typed(type, DEFAULT.exec(text)?.[1])
  if (usual !== undefined) hints.default = usual
  const values = VALUES.exec(text)?.[1]
    ?.split(/,| and | or /)
    .map((one) => typed(type, one.trim()))
  const choices = values?.filter((one) => typeof one === 'string' || typeof one === 'number') ?? []
  if (choices.length > 1 && choices.length === values?.length) hints.enum = choices
  return hints
}

function put(hints: Hints, key: 'maximum' | 'minimum' | 'maxLength' | 'maxItems', value: number | undefined): void {
  if (value !== undefined) hints[key] = value
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1]?.replaceAll(',', '')
  return found === undefined ? undefined : Number(found)
}

function typed(type: unknown, text: string | undefined): string | number | boolean | undefined {
  if (text === undefined || text === '') return undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?\.?$/.test(text) ? Number(text.replace(/\.$/, '')) : undefined
  return type === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(text) ? text : undefined
}
