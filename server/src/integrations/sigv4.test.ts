import { expect, test } from 'vitest'
import { presignedUrl, sha256Of, signedHeaders } from './sigv4.ts'

// The examples Amazon publishes for S3, with their results.
const by = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const now = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'
const nothing = sha256Of('')

test('a link has the signature of Amazon’s example', () => {
  const link = presignedUrl(by, { method: 'GET', url: new URL(`${host}/test.txt`) }, 86_400, now)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  })
})

const examples: [string, string, string, Record<string, string>, string, string][] = [
  [
    'a part of a file',
    'GET',
    '/test.txt',
    { Range: 'bytes=0-9' },
    nothing,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a file that is brought',
    'PUT',
    '/test$file.text',
    { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    sha256Of('Welcome to Amazon S3.'),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    'GET',
    '/?lifecycle',
    {},
    nothing,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a query with values',
    'GET',
    '/?max-keys=2&prefix=J',
    {},
    nothing,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]
test.each(examples)('%s has the signature of Amazon’s example', (_about, method, path, headers, hash, signature) => {
  const { authorization } = signedHeaders(by, { method, url: new URL(host + path), headers }, hash, now)
  expect(authorization).toContain(`,Signature=${signature}`)
})
