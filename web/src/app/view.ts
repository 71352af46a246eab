import type { Serves } from '@portico/contract/hosts.ts'
import type { User } from '@portico/contract/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { loadOrRenew } from '#lib/load-chunk.ts'
import { type AppLocation, locationOf } from '#lib/location.ts'
import { LoadFailed } from './load-failed.tsx'
import { type Resolved, resolve } from './resolve.ts'

/** A screen that is ready to be drawn: its code is here. */
export interface View extends Resolved {
  Screen: ComponentType
  Frame: ComponentType<{ children: ReactNode }> | undefined
  /** Sends for its data, so that it is on the way while the screen is being drawn. */
  askAhead?: () => void
}

export const SHELL_SOURCE = 'src/shell/shell.tsx'

export async function openView(location: AppLocation, user: User | null, serves: Serves): Promise<View> {
  const resolved = resolve(location, user, serves)
  const [screen, shell] = await Promise.all([
    loadOrRenew(resolved.route.load).catch(() => undefined),
    user ? loadOrRenew(() => import('#shell/shell.tsx')).catch(() => undefined) : undefined,
  ])
  // A screen counts on the shell around it: without one neither is drawn.
  const isWhole = screen && (!user || shell)
  const askAhead = () => shell && screen?.prefetch?.(shell.pageClient(), resolved.location)
  return { ...resolved, Screen: isWhole ? screen.Screen : LoadFailed, Frame: shell?.Shell, askAhead }
}

/**
 * Loads the code of a screen and the data it needs before it is opened. A failure here is ignored: opening it requests
 * them again.
 */
export function openAhead(path: string, user: User | null, client: QueryClient): void {
  const { route, location } = resolve(locationOf(path), user)
  Promise.resolve(route.load()).then(
    (screen) => screen.prefetch?.(client, location),
    () => {},
  )
}
