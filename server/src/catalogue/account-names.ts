import { accountWordsIn, isAccountWord, meaningOf, singular, wordSet, wordsIn } from './account-words.ts'
import { isTemplate } from './name-path.ts'
import { child, children, items, own, type YamlNode } from './yaml-node.ts'

/** Under these with an id, other resources live: `/subscriptions/{id}/resourceGroups`, `/accounts/{id}/messages`. */
const SCOPES = wordSet('account org organisation organization subscription team tenant workspace')
/** Parts of the account itself, directly under its id: as a whole, or as a word of their name. */
const OF_SCOPE = wordSet('limit pay plan policy status')
const IN_SCOPE = wordSet(
  'acquired bank block braintree branding collaborator entitlement external guest member membership owner paypal people person preference prefs seat setting stripe user',
)
/** What is held or made: its sessions are no sign-ins, its credits no money. */
const WORKS = wordSet(
  'album class conference course episode film meeting movie podcast room season series show track video webinar',
)
const OF_WORKS = wordSet('credit session')
/** What is called after these is often a part of something else: `GoogleAnalyticsAdminProperty`. */
const OF_NAMES = wordSet('admin administrator auth iam invitation permission')
/** Scopes that do not name what they allow. */
const ANY_SCOPE = wordSet(
  'access api basic cloud default email full general offline openid platform private public read write',
)
/** Titles of documents that are about accounts as a whole. */
const TITLE = /\b(admin|administration|billing|iam|identity|oauth2?|organizations|scim|sso|single sign-on)\b/i

/** The parts of a document by which an operation is judged. */
export interface Described {
  /** Path segments with templates. */
  segments: readonly string[]
  /** What a query or fragment in its path adds to them. */
  label?: string
  tags?: readonly string[]
  /** Alternatives, of which a caller needs one. */
  scopes?: readonly (readonly string[])[]
  /** Names of its answer schemas. */
  schemas?: readonly string[]
  /** Of its document. */
  title?: string
  /** It writes, and its path cannot be read: `POST /accounts/{id}/close`. */
  is_action?: boolean
}

/** A reason why the operator must decide about an operation. */
export interface AccountName {
  /** `users` in the path, `tag Billing`, `scope admin`, `schema token`, `title identity`. */
  name: string
  /** Which segment of the path it is. */
  at?: number
}

/** Every reason why the operator must decide about an operation; a label that repeats another reason is none of its own. */
export function accountNames(described: Described): AccountName[] {
  const { label = '', tags = [], scopes = [], schemas = [], title = '', is_action = false } = described
  // A slash at the end leads to nothing within.
  const segments = described.segments.filter((segment) => segment !== '')
  const found: AccountName[] = []
  const known = new Set<string>()
  const add = (name: string, words: readonly string[], at?: number) => {
    if (words.length === 0 || words.every((word) => known.has(singular(word)))) return
    for (const word of words) known.add(singular(word))
    found.push({ name, ...(at !== undefined && { at }) })
  }
  const resources = resourcesOf(segments, is_action || label !== '')
  for (const { segment, at } of [...resources, { segment: label, at: segments.length }])
    for (const word of new Set(namesIn(segment).flatMap(accountWordsIn))) add(word, [word], at)
  const within = outerScopes(segments)
  for (const tag of tags) {
    const words = namesIn(tag).flatMap(accountWordsIn)
    if (!words.every((word) => within.has(word))) add(`tag ${tag.trim().toLowerCase()}`, words)
  }
  for (const word of neededScopes(scopes)) add(`scope ${word}`, [word])
  for (const schema of schemas) {
    const is_whole = meaningOf(schema).every(isAccountWord)
    for (const word of accountWordsIn(schema)) if (is_whole || !OF_NAMES.has(word)) add(`schema ${word}`, [word])
  }
  const about = TITLE.exec(title)?.[0].toLowerCase()
  if (about) add(`title ${about}`, [about])
  return found
}

interface Resource {
  segment: string
  at: number
}

/** The segments that name what an operation is about: neither templates nor scopes that something else is in. */
function resourcesOf(segments: readonly string[], is_action: boolean): Resource[] {
  return segments.flatMap((segment, at) => {
    if (isTemplate(segment) || isOfWork(segments, at)) return []
    const inside = insideOf(segments, at)
    const is_act = is_action && segments.length === at + 3 && !/[^s]s$/.test(inside ?? '')
    return inside !== undefined && !is_act && !isPartOfScope(inside) ? [] : [{ segment, at }]
  })
}

/** The resource in a scope with an id. */
function insideOf(segments: readonly string[], at: number): string | undefined {
  const [scope = '', id, inside] = segments.slice(at)
  return SCOPES.has(scope.toLowerCase()) && isTemplate(id) && inside && !isTemplate(inside) ? inside : undefined
}

function isPartOfScope(inside: string): boolean {
  return OF_SCOPE.has(inside.toLowerCase()) || wordsIn(inside).some((word) => IN_SCOPE.has(word))
}

/** `/webinars/{id}/sessions` */
function isOfWork(segments: readonly string[], at: number): boolean {
  const work = wordsIn(segments[at - 2] ?? '').at(-1) ?? ''
  return OF_WORKS.has(segments[at]?.toLowerCase() ?? '') && isTemplate(segments[at - 1]) && WORKS.has(work)
}

/** Scopes that a path leaves for one resource of many within them: a tag with their name adds nothing to it. */
function outerScopes(segments: readonly string[]): ReadonlySet<string> {
  const left = segments.filter((_, at) => {
    const inside = insideOf(segments, at)
    return inside !== undefined && !isPartOfScope(inside) && isTemplate(segments[at + 3])
  })
  return new Set(left.map((scope) => `${singular(scope.toLowerCase())}s`))
}

/**
 * Account words that all ways to be authorised have: an operation that a caller without scopes of accounts may call is not about them. A
 * way of unspecific scopes does not count.
 */
function neededScopes(alternatives: readonly (readonly string[])[]): string[] {
  const ways = alternatives
    .map((scopes) => scopes.flatMap(namesIn))
    .filter((names) => names.some((name) => meaningOf(name).some((word) => !ANY_SCOPE.has(word))))
    .map((names) => names.flatMap(accountWordsIn))
  return ways.every((words) => words.length > 0) ? [...new Set(ways.flat())] : []
}

/** Splits a text into names, and drops the host and folders of a scope that is a URL: `users.list` → users, list. */
function namesIn(text: string): string[] {
  return text
    .replace(/^https?:\/\/.*\/(?=[^/])/, '')
    .replace(/\.(json|xml|csv)$/i, '')
    .split(/[^\p{L}\p{N}_ -]+| and /u)
}

/** Tags, scopes, and schema names of successful answers. */
export function labelsOf(operation: YamlNode): Required<Pick<Described, 'tags' | 'scopes' | 'schemas'>> {
  const isText = (value: unknown): value is string => typeof value === 'string'
  const texts = (nodes: YamlNode[]) => nodes.map(({ value }) => value).filter(isText)
  const schemas = children(child(operation, 'responses'))
    .filter(([code]) => code.startsWith('2'))
    .flatMap(([, answer]) => children(child(answer, 'content')))
    .map(([, content]) => own(child(content, 'schema').value, '$ref'))
  return {
    tags: texts(items(child(operation, 'tags'))),
    scopes: items(child(operation, 'security')).map((one) => texts(children(one).flatMap(([, list]) => items(list)))),
    schemas: schemas.filter(isText).flatMap((reference) => reference.split(/[/.]/).at(-1) ?? []),
  }
}
