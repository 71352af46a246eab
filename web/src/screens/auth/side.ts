import { paths } from '#lib/paths.ts'

export type Side = 'sign-in' | 'sign-up'

/** The address alone decides which side of the panel is open. */
export function sideOf(path: string): Side {
  const first = `/${path.split('/')[1] ?? ''}`
  return first === paths.register || first === paths.acceptInvitation ? 'sign-up' : 'sign-in'
}
