import type { Credits } from '@portico/contract/access.ts'
import type { Boot } from '@portico/contract/boot.ts'
import type { User } from '@portico/contract/user.ts'
import { createContext, use, useSyncExternalStore } from 'react'

/** Who is signed in. One small store per page: the server draws many pages at once and shares none. */
export interface Session {
  user(): User | null
  /** The balance that came with the page, so that the header need not wait. */
  firstCredits: Credits | null
  begin(user: User): void
  update(user: User): void
  end(): void
  subscribe(listener: (event: 'began' | 'changed' | 'ended') => void): () => void
}

export function createSession(boot: Pick<Boot, 'user' | 'credits'>): Session {
  let user = boot.user
  const listeners = new Set<(event: 'began' | 'changed' | 'ended') => void>()
  const become = (next: User | null, event: 'began' | 'changed' | 'ended') => {
    user = next
    for (const listener of listeners) listener(event)
  }
  return {
    user: () => user,
    firstCredits: boot.credits,
    begin: (next) => become(next, 'began'),
    update: (next) => become(next, 'changed'),
    end: () => become(null, 'ended'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('no session around this component')
  return session
}

export function useUser(): User | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.user, session.user)
}
