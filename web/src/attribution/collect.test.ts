import { attribution } from '@portico/contract/attribution.ts'
import { wholeId } from '@portico/contract/rules.ts'
import { describe, expect, test } from 'vitest'
import { collectAttribution } from './collect.ts'
import { consentIn } from './consent.ts'

const page = (search = '') => ({ search, host: 'dash.example' })
const YES = { marketing: true }
const NO = { marketing: false }

/** Every cookie of CO-01, and those of Google Analytics. */
const everything = new Map([
  ['aff_id', '17'],
  ['promo_aff', '18'],
  ['connector_aff_id', '19'],
  ['referrer', 'https://partner.example/deals/42?session=secret&campaign=x'],
  ['referrer_register', 'organic https://www.google.com/search'],
  ['gclid', 'click-1'],
  ['utm_source', 'newsletter'],
  ['utm_campaign', 'spring'],
  ['utm_term', 'api'],
  ['utm_content', 'top'],
  ['utm_medium', 'mail'],
  ['_fbp', 'fb.1.1.2'],
  ['_fbc', 'fb.1.1.3'],
  ['_ga', 'GA1.1.111.222'],
  ['_ga_ABC123', 'GS2.1.s1700000000$o1$g0'],
])

const own = {
  referrer_register: 'organic https://www.google.com/search',
  referrer: 'https://partner.example/deals/*',
  referrer_params: 'session,campaign',
  affiliate_id: 17,
  connector_affiliate_id: 19,
  promo_affiliate: '18',
}

test('CO-01 with consent every cookie is read into its field', () => {
  const collected = collectAttribution(everything, page(), '', YES)
  expect(collected).toEqual({
    ...own,
    ga_cid: '111.222',
    g_session_id: '1700000000',
    utm_params: {
      gclid: 'click-1',
      utm_source: 'newsletter',
      utm_campaign: 'spring',
      utm_term: 'api',
      utm_content: 'top',
      utm_medium: 'mail',
      g_session_id: '1700000000',
      fbp: 'fb.1.1.2',
      fbc: 'fb.1.1.3',
    },
  })
  expect(attribution.safeParse(collected).success).toBe(true)
})

test('P3 without consent neither ids of advertising networks nor the campaign of an earlier page view are sent', () => {
  const collected = collectAttribution(everything, page(), '', NO)
  expect(collected).toEqual(own)
  expect(JSON.stringify(collected)).not.toMatch(/click|newsletter|fb\.|111\.222|1700000000|secret/)
})

test('CO-01 the campaign in the opened address is sent without consent, and nothing else with it', () => {
  const search = '?gclid=click-2&utm_source=ad&utm_medium=cpc&fbclid=x'
  const collected = collectAttribution(everything, page(search), '', NO)
  expect(collected).toEqual({ ...own, utm_params: { gclid: 'click-2', utm_source: 'ad', utm_medium: 'cpc' } })
  expect(attribution.safeParse(collected).success).toBe(true)
})

test('CO-01 the address takes precedence over the cookie', () => {
  const search = '?aff=5&promo_aff=6&utm_source=ad'
  expect(collectAttribution(everything, page(search), '', YES)).toMatchObject({
    affiliate_id: 5,
    promo_affiliate: '6',
    utm_params: { utm_source: 'ad', fbp: 'fb.1.1.2' },
  })
  // The name of an earlier campaign does not describe this one.
  expect(collectAttribution(everything, page(search), '', YES).utm_params).not.toHaveProperty('utm_medium')
})

test.each([
  ['https://www.bing.com/search?q=secret', 'organic https://www.bing.com/search'],
  ['https://blog.example/post/1?x=y', 'referral https://blog.example/post/*'],
  ['', 'direct'],
  ['https://dash.example/signin', 'direct'],
])('CO-02 a page view from %j that was not remembered is sent as %j', (referrer, origin) => {
  expect(collectAttribution(new Map(), page(), referrer, NO).referrer_register).toBe(origin)
})

test.each([
  ['organic https://evil.example/reset/9f86d081884c7d65?token=x', 'organic https://evil.example/reset/*'],
  ['https://evil.example/?token=x', 'direct'],
  ['"><script>', 'direct'],
  ['direct', 'direct'],
])('P3 a remembered origin of %j is sent as %j', (cookie, origin) => {
  const cookies = new Map([['referrer_register', cookie]])
  expect(collectAttribution(cookies, page(), '', NO).referrer_register).toBe(origin)
})

test('values that are too long are left out, so that a sign-up never fails because of them', () => {
  const cookies = new Map([...everything].map(([name, value]) => [name, value + 'x'.repeat(600)] as const))
  const referrer = `https://blog.example/${'x'.repeat(3000)}`
  const collected = collectAttribution(cookies, page(`?utm_source=${'y'.repeat(600)}`), referrer, YES)
  expect(attribution.safeParse(collected).success).toBe(true)
  expect(collected.utm_params?.utm_source).toBeUndefined()
})

test.each([
  ['17', 17],
  [' 17 ', 17],
  ['2147483647', 2147483647],
  ['2147483648', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['17abc', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('VA-07 an affiliate id of %j is %j', (given, id) => {
  expect(wholeId(given)).toBe(id)
  const cookies = new Map(typeof given === 'string' ? [['aff_id', given]] : [])
  expect(collectAttribution(cookies, page(), '', NO).affiliate_id).toBe(id)
})

test('VA-07 an address without a number does not replace the value of the cookie', () => {
  expect(collectAttribution(everything, page('?aff=abc&promo_aff=1;2'), '', NO)).toMatchObject({
    affiliate_id: 17,
    promo_affiliate: '18',
  })
})

test.each([
  ['GS1.1.1700000001.4.1.1700000002.0.0.0', '1700000001'],
  ['GS2.1.s1700000003$o4$g1$t1700000004', '1700000003'],
  ['nonsense', undefined],
])('the session of Google Analytics in %j is %j', (stored, session) => {
  expect(collectAttribution(new Map([['_ga_X1', stored]]), page(), '', YES).g_session_id).toBe(session)
})

describe('P3 consent to marketing', () => {
  test.each([
    ['{"categories":["necessary","marketing"],"revision":0}', true],
    ['{"categories":["necessary"]}', false],
    ['{"categories":"marketing"}', false],
    ['["marketing"]', false],
    ['marketing', false],
    ['null', false],
    ['', false],
  ])('in %s is %s', (cookie, marketing) => {
    expect(consentIn(new Map([['cc_cookie', cookie]]))).toEqual({ marketing })
  })
  test('without an answer is no', () => expect(consentIn(new Map())).toEqual({ marketing: false }))
})
