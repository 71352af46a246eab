import type { thirdparty } from '@portico/contract/thirdparty.ts'
import type { Handlers } from '#http/mount.ts'
import { chatIdentity } from './chat-identity.ts'

export const thirdpartyHandlers: Handlers<typeof thirdparty> = { chatIdentity }
