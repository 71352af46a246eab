import { Secret, TOTP } from 'otpauth'

const STEP_S = 30
/** A clock that is off by one step, or a code typed slowly, is forgiven; no more. */
const STEPS_TOLERATED = 1

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, thirty seconds. */
function totp(key: string, about: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...about, secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: STEP_S })
}

export function newKey(): string {
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app reads from a QR code. */
export function keyAddress(key: string, issuer: string, email: string): string {
  return totp(key, { issuer, label: email }).toString()
}

/** The step this code belongs to, when it is one of those around now. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(key).validate({ token: code, timestamp, window: STEPS_TOLERATED })
  return delta === null ? undefined : TOTP.counter({ period: STEP_S, timestamp }) + delta
}
