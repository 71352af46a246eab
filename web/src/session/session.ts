import type { Balance } from '@portico/contract/balance.ts'
import type { Boot } from '@portico/contract/boot.ts'
import type { User } from '@portico/contract/user.ts'
import { createContext, use, useSyncExternalStore } from 'react'
import { forget, remember } from '#lib/storage.ts'

/** The signed-in user. One small store per page: the server draws many pages at once and shares none. */
export interface Session {
  user(): User | null
  /**
   * The user without preferences that are not drawn from here: the same object until something that is drawn changes.
   */
  drawnUser(): User | null
  /** The balance that came with the page, so that the header need not wait. */
  firstCredits: Balance | null
  /** `to` is where this sign-in leads; otherwise the usual landing order decides. */
  begin(user: User, to?: string): void
  update(user: User): void
  /** Another theme or language of the same user in the same session. */
  keepHabits(user: User): void
  /** The server has other notices than this page; the user is the same. */
  newsCame(): void
  /** `lost`: not by the user's own sign-out in this browser. */
  end(why?: 'lost'): void
  /** True when the last session ended without a sign-out; until the next sign-in. */
  wasLost(): boolean
  subscribe(listener: Listener): () => void
}

type Event = 'began' | 'changed' | 'habits' | 'news' | 'ended'
type Listener = (event: Event, to?: string) => void

/** `isLost`: this browser knew a session that the server does not know any more. */
export function createSession(boot: Pick<Boot, 'user' | 'credits'>, isLost = false): Session {
  let { user, credits } = boot
  let drawn = user
  const listeners = new Set<Listener>()
  const become = (next: User | null, event: Event, to?: string) => {
    user = next
    if (event !== 'habits' && event !== 'news') drawn = next
    if (event === 'began' || event === 'ended') credits = null
    for (const listener of listeners) listener(event, to)
  }
  return {
    user: () => user,
    drawnUser: () => drawn,
    get firstCredits() {
      return credits
    },
    begin(next, to) {
      for (const name of ['sign_out_due', 'sign_up', 'typed_email', 'sent_to'] as const) forget(name)
      remember('signed_in', true)
      isLost = false
      become(next, 'began', to)
    },
    update: (next) => become(next, 'changed'),
    keepHabits: (next) => become(next, sameButHabits(next, user) ? 'habits' : 'changed'),
    newsCame: () => become(user, 'news'),
    end(why) {
      forget('signed_in')
      isLost = why === 'lost'
      become(null, 'ended')
    },
    wasLost: () => isLost,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function sameButHabits(one: User, other: User | null): boolean {
  const rest = (user: User) => JSON.stringify({ ...user, theme_view: '', language: '' })
  return other !== null && rest(one) === rest(other)
}

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('SessionProvider is missing')
  return session
}

export function useUser(): User | null {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.drawnUser, session.drawnUser)
}
