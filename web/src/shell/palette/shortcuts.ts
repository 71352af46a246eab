import { isAllowed, type Modules } from '@portico/contract/menu.ts'
import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'

export interface Jump {
  key: string
  label: MessageKey
  path: string
}

/** `g` and one of these goes there. */
export const JUMPS: Jump[] = [
  { key: 'd', label: 'Dashboard', path: paths.apiDashboard },
  { key: 'a', label: 'API Access', path: paths.apiAccess },
  { key: 'u', label: 'Usage', path: paths.apiDetail },
  { key: 'e', label: 'Errors', path: paths.apiErrors },
  { key: 'p', label: 'Playground', path: paths.apiPlayground },
  { key: 's', label: 'Settings', path: paths.apiSettings },
  { key: 'l', label: 'Databases', path: paths.databasesList },
  { key: 'b', label: 'Payments', path: paths.payments },
  { key: 'm', label: 'Profile', path: paths.profile },
]

export function jumpsFor(modules: Modules): Jump[] {
  return JUMPS.filter(({ path }) => isAllowed(path, modules))
}

/** The meaning of a key press, given whether a `g` was pressed just before. */
export type Meaning = 'palette' | 'shortcuts' | 'wait' | { jump: string } | undefined

interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export function meaningOf(press: Press, isWaiting: boolean): Meaning {
  const char = charOf(press)
  const hasCommand = press.ctrlKey || press.metaKey
  if (hasCommand) return char === 'k' && !press.altKey && !press.shiftKey ? 'palette' : undefined
  if (press.altKey) return undefined
  if (press.key === '?') return 'shortcuts'
  if (press.shiftKey) return undefined
  if (isWaiting) return JUMPS.some(({ key }) => key === char) ? { jump: char } : undefined
  return char === 'g' ? 'wait' : undefined
}

/** On a keyboard without Latin characters the key at the same position counts. */
function charOf({ key, code }: Press): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : ''
}
