import type { PlainForm } from '@portico/contract/plain-form.ts'
import { type Catalogue, plainFormOf } from '#catalogue/index.ts'

interface SentCall {
  http_method: string | null
  method: string
  path: string
}

/** The method and form of a request as it was sent. Rows of version 0.2 lack the method: theirs follows from the catalogue. */
export function sentAs(
  catalogue: Catalogue,
  { http_method: stored, method, path }: SentCall,
): { http_method: string; plain: PlainForm | null } {
  const http_method = stored ?? (method === 'reference' && !catalogue.find('POST', path) ? 'GET' : 'POST')
  const found = catalogue.find(http_method, path)
  return { http_method, plain: found ? plainFormOf(found.entry) : null }
}
