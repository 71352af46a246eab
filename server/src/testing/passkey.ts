import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

/** The part of CBOR (RFC 8949) that a key needs. */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const words = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const whole = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

interface Manner {
  origin?: string
  rpId?: string
  is_verified?: boolean
  counter?: number
}

/** A software authenticator with one key, which answers like a phone or a browser. */
export function newPasskey(site: URL) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let uses = 0

  const clientData = (type: string, challenge: string, { origin = site.origin }: Manner) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (more: number, { rpId = site.hostname, is_verified = true, counter }: Manner) => {
    uses += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? uses)
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | (is_verified ? VERIFIED : 0) | more]), count])
  }
  const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  return {
    id: shared.id,
    register({ challenge }: { challenge: string }, manner: Manner = {}) {
      const key = map([
        [whole(1), whole(2)],
        [whole(3), whole(-7)],
        [whole(-1), whole(1)],
        [whole(-2), bytes(Buffer.from(x, 'base64url'))],
        [whole(-3), bytes(Buffer.from(y, 'base64url'))],
      ])
      const data = Buffer.concat([
        authenticatorData(HAS_KEY, manner),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = map([
        [words('fmt'), words('none')],
        [words('attStmt'), map([])],
        [words('authData'), bytes(data)],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, manner))
      return {
        ...shared,
        response: { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] },
      }
    },
    answer({ challenge }: { challenge: string }, manner: Manner = {}) {
      const client = clientData('webauthn.get', challenge, manner)
      const data = authenticatorData(0, manner)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...shared, response }
    },
  }
}
