import { formatMicros, type Micros } from './money.ts'

/** Titles of APIs and functions. */
interface ScopeNames {
  api: (api: string) => string
  function: (key: string) => string
}

interface Kind {
  kind: string
  isWritten: (scope: string) => boolean
  /** The object after `for` in the message of a refused call; empty for everything. */
  object: (scope: string) => string
  /** Title; empty where a page has its own text. */
  title: (scope: string, names: ScopeNames) => string
  /** In lists: the title, and what distinguishes two of the same title. */
  label: (title: string, scope: string) => string
}

const none = () => ''
const itself = (text: string) => text

/**
 * Notation of spend scopes: `''` for everything, `@17` for a member of the team, `#5` for an agent or an API key,
 * `=project 7` for a tag, `serp/google/organic` for a function, `serp` for an API. The first match counts.
 * `spend-scopes.sql` has the same
 * rules for the database.
 */
const KINDS = [
  { kind: 'everything', isWritten: (scope) => scope === '', object: none, title: none, label: itself },
  { kind: 'member', isWritten: (scope) => scope[0] === '@', object: () => 'this member', title: none, label: itself },
  { kind: 'agent', isWritten: (scope) => scope[0] === '#', object: () => 'this agent', title: none, label: itself },
  {
    kind: 'tag',
    isWritten: (scope) => scope[0] === '=',
    object: (scope) => `the tag ${scope.slice(1)}`,
    title: (scope) => scope.slice(1),
    label: itself,
  },
  {
    kind: 'function',
    isWritten: (scope) => scope.includes('/'),
    object: itself,
    title: (scope, names) => names.function(scope),
    label: (title, scope) => `${title} · ${scope}`,
  },
] as const satisfies Kind[]
/** The fallback of the table above. */
const API = {
  kind: 'api',
  isWritten: () => true,
  object: itself,
  title: (scope, names) => names.api(scope),
  label: itself,
} as const satisfies Kind
export type ScopeKind = (typeof KINDS)[number]['kind'] | typeof API.kind

/** Names in Settings, where a limit is added. */
export const SCOPE_TEXTS = {
  heading: 'Limits per API or function',
  add: 'Limit one API or function',
  choice: 'API or function',
} as const

export function memberScope(user_id: number): string {
  return `@${user_id}`
}

export function agentScope(agent_id: number): string {
  return `#${agent_id}`
}

export function tagScope(tag: string): string {
  return `=${tag}`
}

export function scopeKind(scope: string): ScopeKind {
  return kindOf(scope).kind
}

export function scopeTitle(scope: string, names: ScopeNames): string {
  return kindOf(scope).title(scope, names)
}

export function scopeLabel({ scope, title }: { scope: string; title: string }): string {
  return kindOf(scope).label(title, scope)
}

/** Which rule refused a call for its cost: the balance, a limit by its kind, or the caller's own X-Max-Cost. */
export const REFUSAL_REASONS = ['balance', 'daily_limit', 'cap', 'total', 'budget', 'login_budget', 'max_cost'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** Of a month, for the account or one tag, or for one login. */
export function isBudget(reason: RefusalReason): boolean {
  return reason === 'budget' || reason === 'login_budget'
}

/** The part of a refusal's message that names the limit. */
export function limitReached(
  { scope, limit_micros }: { scope: string; limit_micros: Micros },
  /** The API key of the caller: keys and agents share a notation. */
  key_name?: string,
): string {
  const { kind, object } = kindOf(scope)
  const location = kind === 'agent' && key_name !== undefined ? `the API key "${key_name}"` : object(scope)
  return `limit of ${formatMicros(limit_micros)}${location && ` for ${location}`} is reached`
}

function kindOf(scope: string): Kind & { kind: ScopeKind } {
  return KINDS.find(({ isWritten }) => isWritten(scope)) ?? API
}
