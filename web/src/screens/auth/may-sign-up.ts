import { useVisit } from '#session/visit.ts'
import { useBrand } from '#whitelabel/brand.tsx'

/** A private white-label takes in only who is invited. */
export function useMaySignUp(): boolean {
  const { parent_id } = useBrand()
  const { invitation } = useVisit()
  return parent_id === 0 || invitation !== null
}
