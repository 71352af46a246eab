import type { CaptchaAction } from '@portico/contract/auth.ts'
import { type BotChallenge, NO_TOKEN, PROOF_MARK, type ProofOfWork, proof } from '@portico/contract/bot-check.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from './problem.ts'

// The module keeps what was prepared and used, as a page does: every test is a new page.
let page: typeof import('./bot-check.ts')
beforeEach(async () => {
  vi.resetModules()
  page = await import('./bot-check.ts')
})
afterEach(() => vi.useRealTimers())

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

async function keyOf(nonce: string, counter: number, salt: string): Promise<string> {
  const counted = counter.toString(16).padStart(8, '0')
  const password = bytesOf(nonce + counted)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: 50 }
  return hexOf(await crypto.subtle.deriveBits(settings, key, 256))
}

/** A challenge as the server makes it, but for its signatures. */
async function puzzle(action: CaptchaAction, counter = 7): Promise<ProofOfWork> {
  const random = (length: number) => hexOf(crypto.getRandomValues(new Uint8Array(length)).buffer)
  const [nonce, salt, signature] = [random(16), random(16), random(32)]
  return {
    kind: 'proof-of-work',
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 50,
      data: { action, expires_at_ms: 0 },
      keyLength: 32,
      keyPrefix: (await keyOf(nonce, counter, salt)).slice(0, 32),
      keySignature: signature,
      nonce,
      salt,
    },
    signature,
  }
}

const proofIn = (token: string) => {
  expect(token.startsWith(PROOF_MARK)).toBe(true)
  return proof.parse(JSON.parse(atob(token.slice(PROOF_MARK.length))))
}

describe('CA-04 the proof of work', () => {
  test.each([0, 1, 3, 4, 250])('finds the counter %i and sends the challenge back with its key', async (counter) => {
    const given = await puzzle('signin', counter)
    const { parameters, signature } = given
    const token = await page.captchaToken('signin', async () => given)
    const derivedKey = await keyOf(parameters.nonce, counter, parameters.salt)
    expect(proofIn(token)).toEqual({ parameters, signature, counter, derivedKey })
  })

  test('is found as well where the browser hides its cryptography', async () => {
    const given = await puzzle('signin', 21)
    vi.stubGlobal('crypto', {})
    const token = await page.captchaToken('signin', async () => given)
    vi.unstubAllGlobals()
    expect(proofIn(token).counter).toBe(21)
  })

  test('is given up when no counter fits', async () => {
    const impossible = await puzzle('signin')
    impossible.parameters.cost = 1
    impossible.parameters.keyPrefix = '00'.repeat(32)
    await expect(page.captchaToken('signin', async () => impossible)).rejects.toEqual(new Problem('bot_check_failed'))
  })
})

describe('CA-04 a token', () => {
  const counting = () => vi.fn(async (action: CaptchaAction): Promise<BotChallenge> => puzzle(action))

  test('that was prepared is used, once', async () => {
    const fetchChallenge = counting()
    page.prepareCaptcha('signin', fetchChallenge)
    page.prepareCaptcha('signin', fetchChallenge)
    const first = await page.captchaToken('signin', fetchChallenge)
    expect(fetchChallenge).toHaveBeenCalledTimes(1)
    expect(await page.captchaToken('signin', fetchChallenge)).not.toBe(first)
    expect(fetchChallenge).toHaveBeenCalledTimes(2)
  })

  test('prepared for one action is not used for another', async () => {
    const fetchChallenge = counting()
    page.prepareCaptcha('signup', fetchChallenge)
    const { parameters } = proofIn(await page.captchaToken('signin', fetchChallenge))
    expect(parameters.data.action).toBe('signin')
  })

  test('two calls at once get two tokens', async () => {
    const fetchChallenge = counting()
    page.prepareCaptcha('signin', fetchChallenge)
    const both = await Promise.all([1, 2].map(() => page.captchaToken('signin', fetchChallenge)))
    expect(new Set(both).size).toBe(2)
  })

  test('that is too old is created again', async () => {
    const fetchChallenge = counting()
    vi.useFakeTimers({ toFake: ['Date'] })
    page.prepareCaptcha('signin', fetchChallenge)
    vi.setSystemTime(Date.now() + 100_000)
    await page.captchaToken('signin', fetchChallenge)
    expect(fetchChallenge).toHaveBeenCalledTimes(2)
  })

  test('that could not be prepared is fetched again when the form is sent, and then reports why it fails', async () => {
    const gone = vi.fn(async () => {
      throw new Problem('unreachable')
    })
    page.prepareCaptcha('signin', gone)
    await vi.waitFor(() => expect(gone).toHaveBeenCalled())
    await expect(page.captchaToken('signin', gone)).rejects.toEqual(new Problem('unreachable'))
    expect(proofIn(await page.captchaToken('signin', counting()))).toBeDefined()
  })

  test('is a constant when no check is configured', async () => {
    expect(await page.captchaToken('signin', async () => ({ kind: 'off' }))).toBe('off')
  })
})

describe.each(['turnstile', 'recaptcha'] as const)('CA-04 %s', (kind) => {
  const fetchChallenge = async (): Promise<BotChallenge> => ({ kind, site_key: 'the-site-key' })

  test('returns the token', async () => {
    const ask = vi.fn(async () => 'its-token')
    expect(await page.captchaToken('signup', fetchChallenge, ask)).toBe('its-token')
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ kind, site_key: 'the-site-key' }), 'signup')
  })

  test('is called again when the form is sent again', async () => {
    const ask = vi.fn(async () => 'its-token')
    await page.captchaToken('signup', fetchChallenge, ask)
    expect(await page.captchaToken('signup', fetchChallenge, ask)).toBe('its-token')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('SEC-L9 A5 without a token is not replaced by the page: the server decides whether a proof of work is required', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('blocked')))
    expect(await page.captchaToken('signup', fetchChallenge, ask)).toBe(NO_TOKEN)
    expect(proofIn(await page.captchaToken('signup', puzzle, ask)).parameters.data.action).toBe('signup')
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
