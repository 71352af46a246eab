import { readdirSync } from 'node:fs'
import type { Endpoint } from '@portico/contract/endpoint.ts'

export type EndpointRequest = Pick<Endpoint, 'method' | 'path' | 'caller' | 'input'>

/** Every endpoint of the contract, files and streams included, found by shape, so that no new one is missed. */
export async function allEndpoints(): Promise<EndpointRequest[]> {
  const files = readdirSync(new URL('../../../../contract/src/', import.meta.url))
  const found: EndpointRequest[] = []
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const exported: Record<string, unknown> = await import(`@portico/contract/${file}`)
    for (const value of Object.values(exported))
      for (const one of [value, ...(isFields(value) ? Object.values(value) : [])])
        if (isEndpoint(one)) found.push({ ...one, method: one.method ?? 'GET', caller: one.caller ?? 'user' })
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isEndpoint(value: unknown): value is EndpointRequest {
  return isFields(value) && typeof value.path === 'string' && isFields(value.input) && '_zod' in value.input
}
