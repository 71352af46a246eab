import { HTTP_METHODS, type HttpMethod } from '@portico/contract/catalogue.ts'
import type { PathVariant } from './path-variant.ts'
import { isObject } from './yaml-node.ts'

/** Splits a path of the family: `/v3/{api}/{…function}/{method}[/{tier}][/{id}]`. */
export interface PathName {
  api: string
  function_id: string
  tier: string | null
  words: string[]
  templates: string[]
  /** A better title than the function's id. */
  title?: string
}

const METHODS = new Set(['live', 'task_post', 'tasks_ready', 'task_get'])

export function namePath(path: string): PathName {
  const parts = path.split('/').filter((part) => part !== '')
  if (/^v\d+$/.test(parts[0] ?? '')) parts.shift()
  const at = parts.findIndex((part) => METHODS.has(part))
  const named = parts.slice(0, at === -1 ? parts.length : at)
  while (named.length > 1 && isTemplate(named.at(-1))) named.pop()
  const tier = at === -1 ? undefined : parts[at + 1]
  return {
    api: parts[0] ?? '',
    function_id: named.join('/'),
    tier: tier === undefined || isTemplate(tier) ? null : tier,
    words: parts.filter((part) => !hasTemplate(part)),
    templates: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name),
  }
}

/**
 * In a plain document every path with its templates is a function, and each further method of a path another one: `stations`,
 * `stations/{id}`, `stations:post`. The tag is the API.
 */
export function namePlainPath({ address, label }: PathVariant, method: string, item: unknown, tag: unknown): PathName {
  const named = namePath(address)
  const parts = address.split('/').filter((part) => part !== '')
  if (/^v\d+$/.test(parts[0] ?? '') && parts.length > 1) parts.shift()
  const suffix = methodsOf(item)[0] === method ? '' : `:${method.toLowerCase()}`
  const slug =
    typeof tag === 'string'
      ? tag
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '_')
          .replaceAll(/^_|_$/g, '')
      : ''
  const word = named.words[0] ?? parts[0] ?? ''
  const of_label = label && { words: [...named.words, label], title: readableName(label.replace(/^\w+\.(?=\w+$)/, '')) }
  const function_id = [parts.join('/'), label].filter(Boolean).join('#') + suffix
  return { ...named, ...of_label, api: slug || word, function_id, tier: null }
}

/** HEAD of a path with a GET is that GET without its body, at the same price. */
export function methodsOf(item: unknown): HttpMethod[] {
  const methods = HTTP_METHODS.filter((method) => isObject(item) && Object.hasOwn(item, method.toLowerCase()))
  return methods.includes('GET') ? methods.filter((method) => method !== 'HEAD') : methods
}

/** A segment that is one template. */
export function isTemplate(part: string | undefined): boolean {
  return part !== undefined && /^\{[^{}]+\}$/.test(part)
}

/** A segment that contains a template, such as `{y}.png`. */
export function hasTemplate(part: string): boolean {
  return part.includes('{')
}

/** `traffic-analytics` → `Traffic analytics`. */
export function readableName(id: string): string {
  const words = id.replaceAll(/[-_/{}]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
