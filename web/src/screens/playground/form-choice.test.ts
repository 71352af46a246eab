import type { FieldSchema, FormGroup } from '@portico/contract/catalogue.ts'
import { checkField } from '@portico/contract/check-task.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryOver, choiceOf, drawnForm, faultsOfForm, findForm, formAt, formName, optionsOf } from './form-choice.ts'
import { kindOf } from './form-fields.ts'

const text: FieldSchema = { type: 'string', minLength: 1 }
const fixed = (value: string): FieldSchema => ({ type: 'string', enum: [value] })
const object = (properties: Record<string, FieldSchema>, required: string[]): FieldSchema => ({
  type: 'object',
  properties,
  required,
})
const fieldOf = (group: FormGroup, rest: FieldSchema = {}): FieldSchema => ({ ...rest, allOf: [group] })

const FIELDS: Record<string, FieldSchema> = {
  'objects with a constant': fieldOf({
    anyOf: [
      object({ by: fixed('a'), x: text, both: text }, ['by', 'x']),
      object({ by: fixed('b'), y: text, both: text }, ['by', 'y']),
    ],
  }),
  'objects with a discriminator': fieldOf({
    anyOf: [object({ by: text, x: text }, ['by', 'x']), object({ by: text, y: text, both: text }, ['by', 'y'])],
    discriminator: { field: 'by', values: ['a', 'b'] },
  }),
  'objects told apart by what they need': fieldOf({
    anyOf: [object({ x: text, both: text }, ['x']), object({ y: text, both: text }, ['y'])],
  }),
  'forms beside fields of the object': fieldOf(
    {
      anyOf: [
        { properties: { x: text }, required: ['x'] },
        { properties: { y: text }, required: ['y'] },
      ],
    },
    object({ both: text }, ['both']),
  ),
}

const body = fc.dictionary(fc.constantFrom('x', 'y', 'both', 'by', 'other'), fc.constantFrom('a', 'b', 'text', 7), {
  noNullPrototype: true,
})

describe.each(Object.entries(FIELDS))('%s', (_, field) => {
  const choice = choiceOf(field)
  if (!choice) throw new Error('a schema without forms offers no choice')
  const isRight = (at: number, value: unknown) => Object.keys(checkField(formAt(choice, at), value, '')).length === 0

  test('a value that is valid in one form alone selects that form', () => {
    let seen = 0
    fc.assert(
      fc.property(body, (value) => {
        const right = [0, 1].filter((at) => isRight(at, value))
        const named = choice.group.discriminator?.values.indexOf(String(value.by)) ?? -1
        if (right.length !== 1 || named >= 0) return
        seen += 1
        expect(findForm(choice, value)).toBe(right[0])
      }),
      { numRuns: 400 },
    )
    expect(seen).toBeGreaterThan(choice.group.discriminator ? 0 : 10)
  })

  test('another form keeps what fits it and what belongs to none, and going back restores all of it', () => {
    fc.assert(
      fc.property(body, (value) => {
        const at = findForm(choice, value)
        const next = carryOver(choice, 1 - at, value, undefined)
        const stored = { ...(typeof next === 'object' && next) } as Record<string, unknown>
        if (value.other !== undefined) expect(stored.other).toBe(value.other)
        const own = formAt(choice, 1 - at).properties ?? {}
        if (own.both && value.both === 'text') expect(stored.both).toBe('text')
        if (next !== undefined && choice.group.anyOf[0]?.properties?.by) expect(findForm(choice, next)).toBe(1 - at)
        // Values filled in for a form are restored, with later changes.
        const back = carryOver(choice, at, next, value)
        expect(back ?? {}).toEqual({ ...value, ...(back as object) })
      }),
      { numRuns: 400 },
    )
  })

  test('errors are shown at a field of the form that is shown', () => {
    const faults = faultsOfForm(choice, 1, { x: 'text', both: 'text' }, '', { x: { message: 'of another form' } })
    expect(Object.keys(faults)).toContain('y')
    expect(Object.keys(faults)).not.toContain('x')
    expect(faultsOfForm(choice, 1, { y: 'text', both: 'text' }, 'at', {})).toEqual({})
  })
})

test('the discriminator is part of the choice, and of the form only while its value differs', () => {
  const choice = choiceOf(FIELDS['objects with a constant'] ?? {})
  if (!choice) throw new Error('a schema without forms offers no choice')
  expect(Object.keys(drawnForm(choice, 0, { by: 'a' }).properties ?? {})).toEqual(['x', 'both'])
  expect(Object.keys(drawnForm(choice, 0, { by: 'z' }).properties ?? {})).toContain('by')
})

test.each<[string, FormGroup, (string | undefined)[]]>([
  [
    'by its title',
    {
      anyOf: [
        { type: 'string', title: 'Name' },
        { type: 'integer', title: 'Code' },
      ],
    },
    ['Name', 'Code'],
  ],
  [
    'by the value it is known by',
    { anyOf: [object({ by: fixed('a') }, []), object({ by: fixed('b') }, [])] },
    ['a', 'b'],
  ],
  ['by the name of its schema', { anyOf: [object({}, []), object({}, [])], names: ['Card', 'Bank'] }, ['Card', 'Bank']],
  ['by a constant', { anyOf: [{ enum: ['auto'] }, { type: 'integer' }] }, ['auto', undefined]],
  [
    'by what only it has',
    { anyOf: [object({ x: text, z: text }, ['x']), object({ y: text, z: text }, [])] },
    ['x', 'y'],
  ],
  ['by nothing', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, [undefined, undefined]],
])('a form is named %s', (_, group, names) => {
  expect(group.anyOf.map((__, at) => formName({ group, rest: {} }, at))).toEqual(names)
})

test('constants with titles are one list of values, each with its description', () => {
  const field = fieldOf({ anyOf: [{ enum: ['asc'], title: 'Ascending' }, { enum: ['desc'] }] })
  expect(kindOf(field)).toBe('choice')
  expect(optionsOf(field)).toEqual([
    { value: 'asc', label: 'asc · Ascending' },
    { value: 'desc', label: 'desc' },
  ])
})

test('a form becomes another type only with a value of that type', () => {
  const choice = choiceOf(fieldOf({ anyOf: [{ type: 'integer' }, { type: 'string' }, { enum: ['auto'] }] }))
  if (!choice) throw new Error('a schema without forms offers no choice')
  expect(carryOver(choice, 1, 12, undefined)).toBe('12')
  expect(carryOver(choice, 0, 'twelve', undefined)).toBeUndefined()
  expect(carryOver(choice, 0, '12', undefined)).toBe(12)
  expect(carryOver(choice, 2, 12, undefined)).toBe('auto')
})
