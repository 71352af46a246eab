import type { Boot } from '@portico/contract/boot.ts'
import type { Credits } from '@portico/contract/credits.ts'
import type { User } from '@portico/contract/user.ts'
import { createContext, use, useSyncExternalStore } from 'react'
import { forget } from '#lib/storage.ts'

/** Who is signed in. One small store per page: the server draws many pages at once and shares none. */
export interface Session {
  user(): User | null
  /** The balance that came with the page, so that the header need not wait. */
  firstCredits: Credits | null
  /** `to` where this sign-in leads by itself; otherwise the usual landing order decides. */
  begin(user: User, to?: string): void
  update(user: User): void
  end(): void
  subscribe(listener: Listener): () => void
}

type Event = 'began' | 'changed' | 'ended'
type Listener = (event: Event, to?: string) => void

export function createSession(boot: Pick<Boot, 'user' | 'credits'>): Session {
  let { user, credits } = boot
  const listeners = new Set<Listener>()
  const become = (next: User | null, event: Event, to?: string) => {
    user = next
    if (event !== 'changed') credits = null
    for (const listener of listeners) listener(event, to)
  }
  return {
    user: () => user,
    get firstCredits() {
      return credits
    },
    begin(next, to) {
      forget('sign_out_due')
      become(next, 'began', to)
    },
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
