import type { PlainForm } from '@portico/contract/plain-form.ts'
import { type Catalogue, plainFormOf } from '#catalogue/index.ts'

interface SentCall {
  http_method: string | null
  method: string
  path: string
}

/** The method as it was sent. Rows of version 0.2 lack it: theirs follows from the catalogue. */
export function sentMethod(catalogue: Catalogue, { http_method, method, path }: SentCall): string {
  return http_method ?? (method === 'reference' && !catalogue.find('POST', path) ? 'GET' : 'POST')
}

/** How the request was written. */
export function sentForm(catalogue: Catalogue, call: SentCall): PlainForm | null {
  const found = catalogue.find(sentMethod(catalogue, call), call.path)
  return found ? plainFormOf(found.entry) : null
}
