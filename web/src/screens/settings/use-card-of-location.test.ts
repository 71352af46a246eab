import { expect, test } from 'vitest'
import { cardOf } from './use-card-of-location.ts'

test('MN-10 the two addresses of the settings lead to their cards', () => {
  expect(cardOf('/api-settings/api-access', '')).toBe('api-access')
  expect(cardOf('/api-settings/api-limits', '')).toBe('api-limits')
  expect(cardOf('/api-settings', '')).toBeUndefined()
  expect(cardOf('/api-settings', '#alerts')).toBe('alerts')
})
