import { conceal } from '@portico/contract/conceal.ts'
import { SHARED } from './address.ts'
import { isRecord } from './form-choice.ts'

/** Longer addresses are cut by mail programs and chats. */
const LONGEST = 8_000

export interface SharedRequest {
  task: Record<string, unknown>
  params: Record<string, string>
}

/** The way to a request as it is filled in, without what History leaves out as well; undefined: it is too long for a link. */
export function shareAddress(way: string, { task, params }: SharedRequest): string | undefined {
  const address = way + SHARED + encoded(JSON.stringify({ task: conceal(task), params: conceal(params) }))
  return address.length > LONGEST ? undefined : address
}

/** What such a link holds; one that was cut or made up holds nothing. */
export function readShared(text: string): SharedRequest | undefined {
  try {
    const { task, params }: { task?: unknown; params?: unknown } = JSON.parse(decoded(text))
    if (!isRecord(task) || !isRecord(params)) return undefined
    return { task, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])) }
  } catch {
    return undefined
  }
}

/** Letters, digits, `-` and `_` only: nothing a chat would take for the end of the address. */
function encoded(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decoded(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
}
