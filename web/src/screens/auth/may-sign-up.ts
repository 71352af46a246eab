import { useBootState } from '#session/boot-state.ts'
import { useBrand } from '#whitelabel/brand.tsx'
import { useInvited } from './invitation.ts'

/** A private white-label accepts only invited people, a host for staff accepts no sign-up. */
export function useMaySignUp(): boolean {
  const { parent_id } = useBrand()
  const { serves } = useBootState()
  const { invitation } = useInvited()
  return serves.customers && (parent_id === 0 || invitation !== null)
}
