import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveKey } from './derive-key.ts'

async function deriveNative(password: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256))
}

test("the derived key equals that of the platform's cryptography", async () => {
  const bytes = (maxLength: number) => fc.array(fc.nat(255), { maxLength }).map((numbers) => Uint8Array.from(numbers))
  await fc.assert(
    fc.asyncProperty(bytes(64), bytes(51), fc.integer({ min: 1, max: 40 }), async (password, salt, cost) => {
      expect(await deriveKey(password, salt, cost)).toEqual(await deriveNative(password, salt, cost))
    }),
  )
})

test('input that does not fit into a block is refused, not cut', async () => {
  await expect(deriveKey(new Uint8Array(65), new Uint8Array(16), 1)).rejects.toThrow(RangeError)
  await expect(deriveKey(new Uint8Array(20), new Uint8Array(52), 1)).rejects.toThrow(RangeError)
})
