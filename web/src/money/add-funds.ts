import { type AppLocation, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'

const RETURN_MAX = 500

/** The address of Add funds, which leads back to this location afterwards. */
export function addFundsFrom({ path, search, hash }: AppLocation): string {
  if (path.startsWith(paths.payments)) return paths.addFunds
  const whole = `${path}${search}${hash}`
  return `${paths.addFunds}?${new URLSearchParams({ return_to: whole.length > RETURN_MAX ? path : whole })}`
}

/** The target of a button: Add funds with the way back, anything else unchanged. */
export function useWayTo(): (to: string) => string {
  const location = useLocation()
  return (to) => (to === paths.addFunds ? addFundsFrom(location) : to)
}
