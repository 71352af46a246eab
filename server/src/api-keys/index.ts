/** Named API keys: who makes, changes, rotates and revokes them, and the mail before one expires. The gateway reads them through access. */
export { mailExpiringKeys } from './mail-expiring.ts'
