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
    fc.asyncProperty(bytes(200), bytes(200), fc.integer({ min: 1, max: 40 }), async (password, salt, cost) => {
      expect(await deriveKey(password, salt, cost)).toEqual(await deriveNative(password, salt, cost))
    }),
  )
})

test('the page gets its turn while many short keys are derived', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  for (let run = 0; run < 60; run += 1) await deriveKey(new Uint8Array(20), new Uint8Array(16), 1000)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(2)
})
