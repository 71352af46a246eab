import { expect, test, vi } from 'vitest'
import { initialOf } from './initial.ts'

test('the initial of a brand is the same on the server and in a Turkish browser', () => {
  const local = vi.spyOn(String.prototype, 'toLocaleUpperCase').mockReturnValue('İ')
  expect(initialOf(' indigo data')).toBe('I')
  local.mockRestore()
})
