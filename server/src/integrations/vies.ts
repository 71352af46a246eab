import { parsedJson } from '@portico/contract/plain-types.ts'
import * as z from 'zod/mini'

/** The reply of the EU's VAT register about a number. `unavailable`: the register could not be reached, and nothing is known. */
interface VatAnswer {
  result: 'valid' | 'invalid' | 'unavailable'
  /** Why it was unavailable. */
  error: string
  /** Number of the consultation, given to a requester that identifies itself. */
  consultation: string
  name: string
  address: string
}

const TIMEOUT_MS = 5_000
const MAX_CHARS = 64 * 1024
const text = z.optional(z.nullable(z.string()))
const reply = z.object({ valid: z.boolean(), requestIdentifier: text, name: text, address: text })
const fault = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).check(z.minLength(1)) })

/** The register writes Greece as EL; everything else as ISO does. */
const PREFIXES: Record<string, string> = { GR: 'EL' }

/**
 * Checks a number that begins with the code of its country in VIES. A requester that VIES refuses is left out, as a check without a
 * consultation number is better than none.
 */
export async function askVies(
  { url, timeout_ms = TIMEOUT_MS }: { url: string; timeout_ms?: number },
  number: { vat_id: string; country: string },
  requester?: { vat_id: string; country: string },
): Promise<VatAnswer> {
  const query = { ...named(number, 'countryCode', 'vatNumber') }
  const by = requester?.vat_id ? named(requester, 'requesterMemberStateCode', 'requesterNumber') : {}
  const answer = await post(url, { ...query, ...by }, timeout_ms)
  if (answer.error !== 'INVALID_REQUESTER_INFO' || !requester) return answer
  return post(url, query, timeout_ms)
}

function named({ vat_id, country }: { vat_id: string; country: string }, code_field: string, number_field: string) {
  const code = PREFIXES[country] ?? country
  return { [code_field]: code, [number_field]: vat_id.startsWith(code) ? vat_id.slice(code.length) : vat_id }
}

async function post(url: string, body: object, timeout_ms: number): Promise<VatAnswer> {
  try {
    const response = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    })
    return read(response.status, await response.text())
  } catch (error) {
    return unavailable(error instanceof Error && error.name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE')
  }
}

/** Faults come with any status, also with 200; a body that is neither a fault nor a reply counts as unavailable. */
function read(status: number, body: string): VatAnswer {
  const json = body.length <= MAX_CHARS ? parsedJson(body) : undefined
  const refused = fault.safeParse(json)
  const code = refused.success ? (refused.data.errorWrappers[0]?.error ?? '') : ''
  // VIES checks the form more strictly than we do for some countries.
  if (code === 'INVALID_INPUT') return { ...unavailable(''), result: 'invalid' }
  if (code) return unavailable(code.slice(0, 60))
  const result = reply.safeParse(json)
  if (status !== 200 || !result.success) return unavailable(status === 200 ? 'UNREADABLE' : `HTTP_${status}`)
  const { valid, requestIdentifier, name, address } = result.data
  return {
    result: valid ? 'valid' : 'invalid',
    error: '',
    consultation: shown(requestIdentifier, 60),
    name: shown(name, 200),
    address: shown(address, 500),
  }
}

/** Countries that do not disclose a name write dashes. */
function shown(value: string | null | undefined, max: number): string {
  const trimmed = (value ?? '').trim()
  return /^-*$/.test(trimmed) ? '' : trimmed.slice(0, max)
}

function unavailable(error: string): VatAnswer {
  return { result: 'unavailable', error, consultation: '', name: '', address: '' }
}
