import type { FieldSchema } from '@portico/contract/catalogue.ts'

/** A number from 0 up to, but not including, `below`. */
type Dice = (below: number) => number

const STRANGE = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e9,
  '',
  'x',
  'é😀',
  '2026-01-31',
  '2026-02-31',
  [],
  [1],
  ['x'],
  {},
  { a: 1 },
]

/** A valid task, unchanged or with a few fields changed, left out or added. */
export function bodyNear(dice: Dice, schema: FieldSchema, sample: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = structuredClone(sample)
  const names = Object.keys(schema.properties ?? {})
  for (let change = dice(4); change > 0; change -= 1) {
    const name = names[dice(names.length)]
    if (name === undefined || dice(12) === 0) body[`more_${dice(3)}`] = STRANGE[dice(STRANGE.length)]
    else if (dice(5) === 0) delete body[name]
    else body[name] = valueNear(dice, schema.properties?.[name] ?? {}, 3)
  }
  return body
}

function valueNear(dice: Dice, schema: FieldSchema, depth: number): unknown {
  // URLs that no browser could open are refused on purpose, so only undoubtedly valid ones are tried.
  if (schema.format === 'uri') return dice(4) === 0 ? 7 : 'https://brightharbor.example/a'
  if (dice(6) === 0) return STRANGE[dice(STRANGE.length)]
  if (schema.enum && dice(5) > 0) return schema.enum[dice(schema.enum.length)]
  if (schema.examples?.length && dice(3) === 0) return schema.examples[0]
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000 } = schema
      return [minimum, minimum - 1, maximum, maximum + 1, (minimum + maximum) / 2, Math.round((minimum + maximum) / 2)][
        dice(6)
      ]
    }
    case 'string': {
      const { minLength = 0, maxLength = 20 } = schema
      return ['x', '5', 'é'][dice(3)]?.repeat(
        [minLength, Math.max(0, minLength - 1), maxLength, maxLength + 1, 3][dice(5)] ?? 0,
      )
    }
    case 'boolean':
      return dice(2) === 0
    case 'array': {
      const { minItems = 0, maxItems = 5, items = {} } = schema
      const length = [minItems, Math.max(0, minItems - 1), Math.min(maxItems, 40), Math.min(maxItems, 40) + 1, 2][
        dice(5)
      ]
      return Array.from({ length: length ?? 1 }, () => (depth > 0 ? valueNear(dice, items, depth - 1) : 'x'))
    }
    case 'object':
      return depth > 0 ? bodyNear(dice, schema, {}) : {}
    default:
      return STRANGE[dice(STRANGE.length)]
  }
}
