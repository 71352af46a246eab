import { createHash, createHmac } from 'node:crypto'

/** Signatures of Amazon's S3 (AWS Signature Version 4), which every S3-compatible store accepts. */
export interface StoreKey {
  key: string
  secret: string
  region: string
}

interface Signed {
  method: string
  url: URL
  /** All headers to be signed besides the host. */
  headers?: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** The headers of a request whose body has this hash. */
export function signedHeaders(
  by: StoreKey,
  { method, url, headers = {} }: Signed,
  body_sha256: string,
  now: Date,
): Record<string, string> {
  const at = timeOf(now)
  const all = lowerCase({ ...headers, 'x-amz-content-sha256': body_sha256, 'x-amz-date': at })
  const covered = { ...all, host: url.host }
  const signature = sign(by, at, canonical(method, url, covered, body_sha256))
  const credential = `Credential=${by.key}/${scopeOf(by, at)}`
  const authorization = `${ALGORITHM} ${credential},SignedHeaders=${namesOf(covered)},Signature=${signature}`
  return { ...all, authorization }
}

/** A presigned URL: valid for this long, for this method alone, and for every holder. */
export function presignedUrl(by: StoreKey, { method, url }: Signed, seconds: number, now: Date): URL {
  const at = timeOf(now)
  const signed = new URL(url)
  const query = {
    ...Object.fromEntries(url.searchParams),
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${by.key}/${scopeOf(by, at)}`,
    'X-Amz-Date': at,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  }
  signed.search = queryText(Object.entries(query))
  const signature = sign(by, at, canonical(method, signed, { host: url.host }, UNSIGNED))
  signed.search = `${signed.search}&X-Amz-Signature=${signature}`
  return signed
}

export function sha256Of(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Encoded as the store does: everything but A-Z, a-z, 0-9 and -._~ is percent-encoded, in a fixed order. */
export function queryText(pairs: [string, string][]): string {
  const encoded = pairs.map(([name, value]) => [encode(name), encode(value)] as const)
  const sorted = encoded.toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  return sorted.map(([name, value]) => `${name}=${value}`).join('&')
}

function canonical(method: string, url: URL, headers: Record<string, string>, body_sha256: string): string {
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const names = Object.keys(headers).toSorted(compare)
  return [
    method,
    path.join('/'),
    queryText([...url.searchParams]),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    body_sha256,
  ].join('\n')
}

function sign(by: StoreKey, at: string, request: string): string {
  const text = [ALGORITHM, at, scopeOf(by, at), sha256Of(request)].join('\n')
  const key = [at.slice(0, 8), by.region, 's3', 'aws4_request'].reduce<Buffer>(mac, Buffer.from(`AWS4${by.secret}`))
  return mac(key, text).toString('hex')
}

function scopeOf({ region }: StoreKey, at: string): string {
  return `${at.slice(0, 8)}/${region}/s3/aws4_request`
}

function timeOf(now: Date): string {
  return now.toISOString().replace(/\.\d+|[-:]/g, '')
}

function namesOf(headers: Record<string, string>): string {
  return Object.keys(headers).toSorted(compare).join(';')
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function mac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
