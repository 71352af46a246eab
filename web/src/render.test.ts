import type { Boot } from '@portico/contract/boot.ts'
import { boot as bootSchema } from '@portico/contract/boot.ts'
import { NO_SCRIPTS } from '@portico/contract/script-settings.ts'
import { expect, test } from 'vitest'
import { draw, templateOf } from './render.tsx'

const none = null
const visitor: Boot = bootSchema.parse({
  brand: {
    title: 'Portico',
    logo_url: none,
    favicon_url: none,
    accent: none,
    radius: none,
    help_link: none,
    home_url: none,
    landing_url: none,
    docs_url: none,
    chat_url: none,
    terms_url: none,
    privacy_url: none,
    contact_url: none,
    legacy_url: none,
    mail_logo_url: none,
    support_email: none,
    mail_from: none,
    imprint: none,
    hero: {},
    wl_id: 0,
    seals: [],
    product: 'portico',
    parent_id: 0,
  },
  language: 'en',
  theme_view: 'light',
  user: none,
  credits: none,
  production: false,
  providers: [],
  currency: 'USD',
  password_min: 6,
  serves: { staff: true, customers: true },
  impersonated_by: none,
  staged_email: none,
  invitation: none,
  had_trial: false,
  notices: [],
  community: false,
  scripts: NO_SCRIPTS,
  worker: 'off',
  offline: false,
  messages: {},
})
const html = async (url: string, boot = visitor) => (await draw(url, boot, {})).html

test.each([
  ['/signin', '/signin?utm_source=x&integrity=sso', '/signin'],
  ['/signin/one', '/signin/another?x=1', '/signin/:error'],
  ['/register', '/signup?aff=7', '/register'],
  ['/forgot-password', '/forgot-password?x', '/forgot-password'],
  ['/nothing', '/nothing/at/all?x=1', '/404'],
  ['/', '/api-dashboard?from=2026-03-01', '/signin'],
])('SEC-L15 visitors of %s and %s are shown the same page, %s, and the same markup', async (one, other, template) => {
  expect([templateOf(one, visitor), templateOf(other, visitor)]).toEqual([template, template])
  expect(await html(one)).toBe(await html(other))
})

test.each(['//', '///', '//evil.example', '/\\', '/\\evil', '//%ff', '//a:b@c:99999999/'])(
  'SEC-L3 %j is a page that does not exist, not a failure',
  async (url) => {
    expect(['/404', '/signin']).toContain(templateOf(url, visitor))
    expect(await html(url)).toContain('<main')
  },
)

test('SEC-L15 no markup is drawn of an e-mail a link brought, and no other page shows it', async () => {
  const staged = { ...visitor, staged_email: 'anything@example.com' }
  expect(await html('/forgot-password', staged)).toBe('')
  expect(await html('/forgot-password')).toContain('<form')
  expect(await html('/signin', staged)).toBe(await html('/signin'))
})

test('M7 a sign-up asks to accept only what the brand has published', async () => {
  const page = (terms_url: string | null, privacy_url: string | null) =>
    html('/register', { ...visitor, brand: { ...visitor.brand, terms_url, privacy_url } })
  const [terms, privacy] = ['https://acme.example/terms', 'https://acme.example/privacy']
  expect(await page(terms, privacy)).toMatch(/I accept the .*terms of use.* and the .*privacy policy/)
  expect(await page(terms, null)).not.toContain('privacy policy')
  expect(await page(null, privacy)).not.toContain('terms of use')
  const bare = await page(null, null)
  expect(bare).not.toContain('I accept')
  expect(bare).toMatch(/<input[^>]*name="privacy"[^>]*>/)
})
