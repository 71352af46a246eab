import { formatMicros, type Micros } from './money.ts'

/** How APIs and functions are called where a title is shown. */
interface ScopeNames {
  api: (api: string) => string
  function: (key: string) => string
}

interface Kind {
  kind: string
  isWritten: (scope: string) => boolean
  /** Behind `for` in what a refused call is told; empty for everything. */
  place: (scope: string) => string
  /** What it is called; empty where a page has words of its own. */
  title: (scope: string, names: ScopeNames) => string
  /** In lists: the title, and what tells two of the same title apart. */
  label: (title: string, scope: string) => string
}

const none = () => ''
const itself = (text: string) => text

/**
 * Where spending is counted and can be limited, as it is written: `''` for everything, `@17` for a member of the team, `#5` for an agent,
 * `serp/google/organic` for a function, `serp` for an API. The first that fits. `spend-scopes.sql` says the same to the database.
 */
const KINDS = [
  { kind: 'everything', isWritten: (scope) => scope === '', place: none, title: none, label: itself },
  { kind: 'member', isWritten: (scope) => scope[0] === '@', place: () => 'this member', title: none, label: itself },
  { kind: 'agent', isWritten: (scope) => scope[0] === '#', place: () => 'this agent', title: none, label: itself },
  {
    kind: 'function',
    isWritten: (scope) => scope.includes('/'),
    place: itself,
    title: (scope, names) => names.function(scope),
    label: (title, scope) => `${title} · ${scope}`,
  },
] as const satisfies Kind[]
/** Whatever is none of these. */
const API = {
  kind: 'api',
  isWritten: () => true,
  place: itself,
  title: (scope, names) => names.api(scope),
  label: itself,
} as const satisfies Kind
export type ScopeKind = (typeof KINDS)[number]['kind'] | typeof API.kind

/** As Settings names them, where a limit is added. */
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
export const REFUSAL_REASONS = ['balance', 'daily_limit', 'cap', 'total', 'max_cost'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The part of a refusal's message that names the limit. */
export function limitReached({ scope, limit_micros }: { scope: string; limit_micros: Micros }): string {
  const location = kindOf(scope).place(scope)
  return `limit of ${formatMicros(limit_micros)}${location && ` for ${location}`} is reached`
}

function kindOf(scope: string): Kind & { kind: ScopeKind } {
  return KINDS.find(({ isWritten }) => isWritten(scope)) ?? API
}
