import { expect, test } from 'vitest'
import { checkArchitecture, moduleFloors } from './architecture.ts'
import { readTree } from './tree.ts'

test('imports follow the arrows of the house', () => {
  expect(checkArchitecture(readTree())).toEqual([])
})

test('rooms of the server stand on few floors: a change below has few to ask', () => {
  const floors = moduleFloors(readTree())
  expect([...floors].filter(([, floor]) => floor > 12)).toEqual([])
  expect(floors.get('server/gateway')).toBeGreaterThan(floors.get('server/ledger') ?? 0)
})
