import type { User } from '@portico/contract/user.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Place } from '#lib/place.ts'
import { type Resolved, resolve } from './resolve.ts'

/** A screen that is ready to be drawn: its code is here. */
export interface View extends Resolved {
  Screen: ComponentType
  Frame: ComponentType<{ children: ReactNode }> | undefined
}

export const SHELL_SOURCE = 'src/shell/shell.tsx'

export async function openView(place: Place, user: User | null): Promise<View> {
  const resolved = resolve(place, user)
  const [screen, shell] = await Promise.all([resolved.route.load(), user ? import('#shell/shell.tsx') : undefined])
  return { ...resolved, Screen: screen.Screen, Frame: shell?.Shell }
}
