import { expect, test } from 'vitest'
import { checkArchitecture, moduleFloors } from './architecture.ts'
import { readTree } from './tree.ts'

test('imports follow the allowed directions between packages, modules and layers', () => {
  expect(checkArchitecture(readTree())).toEqual([])
})

test('server modules form at most 12 floors of imports', () => {
  const floors = moduleFloors(readTree())
  expect([...floors].filter(([, floor]) => floor > 12)).toEqual([])
  expect(floors.get('server/gateway')).toBeGreaterThan(floors.get('server/ledger') ?? 0)
})
