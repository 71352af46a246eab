import { conceal } from '@portico/contract/conceal.ts'
import { SHARED } from './address.ts'
import type { SharedRequest } from './read-shared.ts'

/** Longer addresses are cut by mail programs and chats. */
const LONGEST = 8_000

/** The way to a request as it is filled in, without what History leaves out as well; undefined: it is too long for a link. */
export function shareAddress(way: string, { task, params }: SharedRequest): string | undefined {
  const address = way + SHARED + encoded(JSON.stringify({ task: conceal(task), params: conceal(params) }))
  return address.length > LONGEST ? undefined : address
}

/** Only `A-Z`, `a-z`, `0-9`, `-` and `_`: a chat would take any other character for the end of the address. */
function encoded(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
