/** The audience of a host. With a separate host for staff (STAFF_URL) every host serves one of the two. */
export type Audience = 'staff' | 'customers'
export type Serves = Record<Audience, boolean>

const STAFF_PAGES = new Set(['login_onetime_admin'])
const CUSTOMER_PAGES = new Set([
  'register',
  'signup',
  'accept-invitation',
  'activate',
  'activate_fast',
  'resend-activation',
  'forgot-password',
  'restore-email',
  'signin-by-token',
  'login_onetime',
  'socialite_provider',
  'sso',
])

/** False for an address of the other audience, which is not found on this host. */
export function isServed(path: string, serves: Serves): boolean {
  const [, first = ''] = path.split('/')
  if (STAFF_PAGES.has(first)) return serves.staff
  return !CUSTOMER_PAGES.has(first) || serves.customers
}
