import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app with this key shows at this time. */
export function codeAt(key: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: at.getTime() })
}
