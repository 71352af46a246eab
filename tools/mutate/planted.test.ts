import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('a fault whose line has changed is reported', () => {
  const [fault] = PLANTED
  if (!fault) throw new Error('no fault is planted')
  expect(() => plant('', fault)).toThrow(fault.what)
})
