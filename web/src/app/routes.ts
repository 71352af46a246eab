import type { ComponentType } from 'react'
import type { MessageKey } from '#i18n/i18n.tsx'
import { Screen as AuthPanel } from '#screens/auth/screen.tsx'

export interface Route {
  /** Segments; `:name` takes one. */
  path: string
  /** Joined behind the product's title. */
  titles: MessageKey[]
  /** visitor: signed-out people only · module: listed in the user's modules · anyone. */
  access: 'visitor' | 'module' | 'anyone'
  /** The file behind `load`, by which the server finds what to preload. */
  source: string
  load: () => Promise<{ Screen: ComponentType }> | { Screen: ComponentType }
  /** Drawn on the server too, so that it stands before the script does. */
  drawn?: true
}

/** The sign-in panel travels with the entry: a chunk of its own would cost every first visitor a round trip. */
const auth = { Screen: AuthPanel }

/** The routes of the seed, one row each. */
export const routes: Route[] = [
  {
    path: '/signin',
    titles: ['Sign in'],
    access: 'visitor',
    source: 'src/screens/auth/screen.tsx',
    load: () => auth,
    drawn: true,
  },
  {
    path: '/api-dashboard',
    titles: ['API Dashboard'],
    access: 'module',
    source: 'src/screens/dashboard/screen.tsx',
    load: () => import('#screens/dashboard/screen.tsx'),
  },
  {
    path: '/development',
    titles: ['Development'],
    access: 'module',
    source: 'src/screens/development/screen.tsx',
    load: () => import('#screens/development/screen.tsx'),
  },
  {
    path: '/404',
    titles: ['Page not found'],
    access: 'anyone',
    source: 'src/screens/not-found/screen.tsx',
    load: () => import('#screens/not-found/screen.tsx'),
    drawn: true,
  },
]
