import type { gateway } from '@portico/contract/gateway.ts'
import type { Handlers } from '#http/mount.ts'
import { type CallInside, testConnection } from './check-connection.ts'

export function gatewayHandlers(call: CallInside, inside: string): Handlers<typeof gateway> {
  return {
    testConnection: (ctx) => testConnection(ctx, call, inside),
  }
}
