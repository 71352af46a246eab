import { Secret, TOTP } from 'otpauth'

const STEP_S = 30
/** A clock that is off by one step, or a code typed slowly, is accepted; no more. */
const STEPS_TOLERATED = 1

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, thirty seconds. */
function totp(key: string, about: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...about, secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: STEP_S })
}

export function newKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The URI of the QR code for an authenticator app. */
export function keyAddress(key: string, issuer: string, email: string): string {
  return totp(key, { issuer, label: email }).toString()
}

/** The step this code belongs to, when it is within the tolerated steps. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(key).validate({ token: code, timestamp, window: STEPS_TOLERATED })
  return delta === null ? undefined : TOTP.counter({ period: STEP_S, timestamp }) + delta
}
