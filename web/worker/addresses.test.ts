import { LINK_PATHS } from '@portico/contract/screens.ts'
import { expect, test } from 'vitest'
import { isScreen } from './addresses.ts'

test.each(['/', '/signin', '/api-dashboard', '/api-access', '/api-detail/serp', '/users/profile', '/users/getrows'])(
  'F16 %s may be shown without a connection',
  (path) => expect(isScreen(path)).toBe(true),
)

test.each([
  '/api/users/me',
  '/api/boot',
  '/v3/serp/live',
  '/sandbox/serp',
  '/assets/main-0a1b2c3d.js',
  '/metrics',
  '/outbox',
  '/status',
  '/status/confirm/abc',
  '/manifest.webmanifest',
  '/ngsw-worker.js',
  '/activate_fast/7/token',
  '/signin-by-token/abc',
  '/login_onetime/1/2',
  '/login_onetime_admin/1/2',
  '/reset-password/1/token',
  '/unsubscribe/a/b',
  '/socialite_provider/google/callback',
  '/accept-invitation',
  '/restore-email/7/token',
  '/sso-domain/token',
  '/sso/callback',
  ...LINK_PATHS.map((path) => path.replaceAll(/:\w+/g, 'x1')),
])('F15 %s is left to the server', (path) => expect(isScreen(path)).toBe(false))
