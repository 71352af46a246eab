import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { items, type Library, own, type YamlNode } from './yaml-node.ts'

const ACCOUNT_STATUSES = [401, 402, 407]

const REDIRECTS = ['pass', 'refuse', 'follow'] as const

export function namesAt({ faults }: Library, node: YamlNode | undefined): string[] {
  if (!node) return []
  const names = items(node).map(({ value }) => value)
  if (Array.isArray(node.value) && names.every((name) => typeof name === 'string' && /^[\w-]+$/.test(name)))
    return names.map((name) => String(name).toLowerCase())
  faults.add(node.source, node.path, `${node.path.at(-1)} must be a list of header names`)
  return []
}

export function accountStatuses({ faults }: Library, node: YamlNode | undefined): readonly number[] {
  if (!node) return ACCOUNT_STATUSES
  const statuses = items(node).map(({ value }) => Number(value))
  if (
    Array.isArray(node.value) &&
    statuses.every((status) => Number.isInteger(status) && status >= 400 && status < 500)
  )
    return statuses
  faults.add(node.source, node.path, 'x-portico-account-statuses must be a list of statuses from 400 to 499')
  return ACCOUNT_STATUSES
}

export function redirectsOf({ faults }: Library, node: YamlNode | undefined): (typeof REDIRECTS)[number] {
  const known = REDIRECTS.find((one) => one === node?.value)
  if (node && !known) faults.add(node.source, node.path, `x-portico-redirects must be one of ${REDIRECTS.join(', ')}`)
  return known ?? 'pass'
}

export function redirectHosts({ faults }: Library, node: YamlNode | undefined): string[] {
  if (!node) return []
  const hosts = items(node).map(({ value }) => String(value).toLowerCase())
  if (Array.isArray(node.value) && hosts.every((host) => /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/.test(host))) return hosts
  const wanted = 'host names such as cdn.example.com or *.example.com'
  faults.add(node.source, node.path, `x-portico-redirect-hosts must be a list of ${wanted}`)
  return []
}

export function isStream({ faults }: Library, node: YamlNode | undefined): boolean | undefined {
  if (!node || typeof node.value === 'boolean') return node?.value === undefined ? undefined : node.value === true
  faults.add(node.source, node.path, 'x-portico-stream must be true or false')
  return undefined
}

/**
 * A slash, even encoded, may lead some servers to another path, so the document must allow it: by `allowReserved`, by the extension
 * that public documents use for it, by ours, or by an anchored pattern, which every value is checked against.
 */
export function mayHaveSlash({ value }: YamlNode, { pattern }: FieldSchema): boolean {
  const is_marked = ['allowReserved', 'x-multi-segment', 'x-portico-slashes'].some((word) => own(value, word) === true)
  return is_marked || (pattern !== undefined && /^\^.*\$$/s.test(pattern))
}
