import type { apiKeys } from '@portico/contract/api-keys.ts'
import type { Input } from '@portico/contract/endpoint.ts'

/** A key without any restriction, as it is made and as it is changed. */
export const KEY_BOUNDS: Omit<Input<typeof apiKeys.changeKey>, 'id' | 'days'> = {
  name: 'Nightly import',
  is_read_only: false,
  functions: null,
  addresses: [],
  per_minute: null,
  total_micros: null,
  day_micros: null,
}
export const NEW_KEY: Input<typeof apiKeys.addKey> = { ...KEY_BOUNDS, is_live: true, days: null }
