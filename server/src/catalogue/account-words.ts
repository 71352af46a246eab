import type { PathShape } from './kind-rules.ts'
import { child, children, items, own, type YamlNode } from './yaml-node.ts'

/**
 * Words in paths, tags, scopes and schemas by which vendors name the account of the key's holder: with the operator's credentials
 * a customer would read or change it. They match whole words, in singular and plural.
 */
const WORDS =
  'account admin apikey api_key audit auth balance billing credential credit grant hook iam identity invitation invite invoice key licence license login logout me member membership mfa oauth oauth2 org organisation organization password payment payout permission profile quota role saml scim secret session sso subaccount subscription team tenant token usage user wallet webhook whoami workspace'.split(
    ' ',
  )
const KNOWN = new Set(WORDS.flatMap((word) => [word, `${word}s`, word.replace(/y$/, 'ies')]))

/** The word because of which the operator must decide about an operation; undefined if there is none. */
export function accountWord({ words, labels = [] }: Pick<PathShape, 'words' | 'labels'>): string | undefined {
  return [...words, ...labels].flatMap(wordsIn).find((word) => KNOWN.has(word))
}

/** Splits a name: `adminApiKeys.json` → admin, api, keys, apikeys. */
function wordsIn(text: string): string[] {
  const parts = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')
  const pairs = parts.slice(1).map((part, at) => `${parts[at]}${part}`)
  return [...parts, ...pairs, parts.join('_')]
}

/** Tags, scopes, and schema names of successful answers. */
export function namesOf(operation: YamlNode): string[] {
  const tags = items(child(operation, 'tags')).map(({ value }) => value)
  const scopes = items(child(operation, 'security')).flatMap((one) => children(one).flatMap(([, list]) => items(list)))
  const schemas = children(child(operation, 'responses'))
    .filter(([code]) => code.startsWith('2'))
    .flatMap(([, answer]) => children(child(answer, 'content')))
    .map(([, content]) => own(child(content, 'schema').value, '$ref'))
    .map((reference) => (typeof reference === 'string' ? reference.split('/').at(-1) : undefined))
  return [...tags, ...scopes.map(({ value }) => value), ...schemas].filter((name) => typeof name === 'string')
}
