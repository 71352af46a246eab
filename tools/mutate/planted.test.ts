import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idsInTitles } from '../architecture/requirements.ts'
import { root } from '../ready/folders.mjs'
import { plant } from './plant.ts'
import { PLANTED } from './planted.ts'

test.each(PLANTED.map((fault) => [fault.what, fault] as const))(
  '%s: the line of the fault and its tests exist',
  (_, fault) => {
    const before = readFileSync(join(root, fault.file), 'utf8')
    expect(plant(before, fault)).not.toBe(before)
    for (const file of fault.tests.split(' ')) expect(existsSync(join(root, file)), file).toBe(true)
  },
)

const titled = PLANTED.flatMap(({ title, ...fault }) => (title === undefined ? [] : [{ ...fault, title }]))

test.each(titled.map((fault) => [fault.what, fault] as const))(
  '%s: a test with its title is in npm test',
  (_, { tests, title }) => {
    const pattern = new RegExp(title.replace(/[^\w\s]/g, '\\$&'), 'g')
    const found = idsInTitles({ path: tests, text: readFileSync(join(root, tests), 'utf8') }, pattern)
    expect(found, title).toContainEqual(expect.objectContaining({ isLong: false }))
  },
)

test('a fault whose line has changed is reported', () => {
  const [fault] = PLANTED
  if (!fault) throw new Error('no fault is planted')
  expect(() => plant('', fault)).toThrow(fault.what)
})
