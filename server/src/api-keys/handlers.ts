import type { apiKeys } from '@portico/contract/api-keys.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { addKey, checkBounds } from './add-key.ts'
import { changeKey, rotateKey } from './change-key.ts'
import { getKeys } from './get-keys.ts'
import { revokeKey } from './revoke-key.ts'

export const apiKeysHandlers: Handlers<typeof apiKeys> = {
  getKeys,
  addKey: change(addKey, { before: checkBounds }),
  changeKey: change(changeKey, { before: checkBounds }),
  rotateKey: change(rotateKey),
  revokeKey: change(revokeKey),
}
