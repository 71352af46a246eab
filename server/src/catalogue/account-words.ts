import { isTemplate } from './name-path.ts'
import { child, children, items, own, type YamlNode } from './yaml-node.ts'

/**
 * Words in paths, tags, scopes and schemas by which vendors name the account of the key's holder: with the operator's credentials
 * a customer would read or change it. A name is such a word in singular or plural, or made of them and of `COMMON` words.
 */
const ACCOUNT = wordSet(
  'account credit grant hook identity invoice licence license me member membership org organisation organization payment profile role session subscription team tenant usage user workspace',
)
/** These count in any name: `listKeys`, `accountBalance`, `ssh-keys`. */
const ANYWHERE = wordSet(
  'admin audit auth balance bankaccount iam invite key login logout mfa oauth oauth2 payout quota rolebinding saml scim secret serviceaccount sso subaccount token wallet whoami',
)
/** Long enough to be found within a word, as in `newpassword` and `publishingcredentials`. */
const WITHIN = /apikey|billing|clusterrole|credential|invitation|password|permission|webhook/
/** Words without a meaning of their own: `GetUserInfo`, `account-settings`. */
const COMMON = wordSet(
  'a add activity all api assignment authenticated bank batch by change config configuration create current data default definition delete describe detail disable enable export external find get history holder id import in info information limit link linked list log manage management manager migrate my name number of own policy post preference put register remove request response resource result retrieve rest search self service set setting statement status summary the transfer type update v1 v2 view',
)
/** Under these with an id, other resources live: `/subscriptions/{id}/resourceGroups`, `/accounts/{id}/messages`. */
const SCOPES = wordSet('account org organisation organization subscription team tenant workspace')
/** Parts of the account itself, directly under its id. */
const OF_SCOPE = wordSet('limit plan policy preference setting status')
/** Titles of documents that are about accounts as a whole. */
const TITLE = /\b(admin|administration|billing|iam|identity|oauth2?|organizations|scim|sso|single sign-on)\b/i

/** The parts of a document by which an operation is judged. */
export interface Described {
  /** Path segments with templates. */
  segments: readonly string[]
  /** Names of its tags, scopes and answer schemas. */
  labels?: readonly string[]
  /** Of its document. */
  title?: string
  /** It writes, and its path cannot be read: `POST /accounts/{id}/close`. */
  is_action?: boolean
}

/** The word because of which the operator must decide about an operation; undefined if there is none. */
export function accountWord({ segments, labels = [], title = '', is_action = false }: Described): string | undefined {
  const names = [...resourcesOf(segments, is_action), ...labels].flatMap(namesIn)
  return names.find(isAccountName) ?? TITLE.exec(title)?.[0]
}

/** The segments that name what an operation is about: neither templates nor scopes that something else is in. */
function resourcesOf(segments: readonly string[], is_action: boolean): string[] {
  return segments.filter((segment, at) => {
    if (isTemplate(segment)) return false
    const [id, inside, ...deeper] = segments.slice(at + 1)
    const is_scope = SCOPES.has(segment.toLowerCase()) && isTemplate(id) && inside !== undefined && !isTemplate(inside)
    return !is_scope || OF_SCOPE.has(inside.toLowerCase()) || (is_action && deeper.length === 0)
  })
}

/** Splits a text into names, and drops the host and folders of a scope that is a URL: `users.list` → users, list. */
function namesIn(text: string): string[] {
  return text
    .replace(/^https?:\/\/.*\/(?=[^/])/, '')
    .replace(/\.(json|xml|csv)$/i, '')
    .split(/[^\p{L}\p{N}_ -]+| and /u)
}

function isAccountName(name: string): boolean {
  const words = wordsIn(name)
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  if ([...words, ...pairs].some((word) => ANYWHERE.has(word) || WITHIN.test(word))) return true
  const meaning = words.filter((word) => !COMMON.has(word))
  return meaning.length > 0 && meaning.every((word) => ACCOUNT.has(word))
}

/** `adminApiKeys` → admin, api, keys. */
function wordsIn(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Tags, scopes, and schema names of successful answers. */
export function namesOf(operation: YamlNode): string[] {
  const tags = items(child(operation, 'tags')).map(({ value }) => value)
  const scopes = items(child(operation, 'security')).flatMap((one) => children(one).flatMap(([, list]) => items(list)))
  const schemas = children(child(operation, 'responses'))
    .filter(([code]) => code.startsWith('2'))
    .flatMap(([, answer]) => children(child(answer, 'content')))
    .map(([, content]) => own(child(content, 'schema').value, '$ref'))
    .map((reference) => (typeof reference === 'string' ? reference.split(/[/.]/).at(-1) : undefined))
  return [...tags, ...scopes.map(({ value }) => value), ...schemas].filter((name) => typeof name === 'string')
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').flatMap((word) => [word, `${word}s`, word.replace(/y$/, 'ies')]))
}
