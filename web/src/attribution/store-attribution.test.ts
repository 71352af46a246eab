import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordLanding, whatWasOpened } from './opened.ts'
import { attributionCookies, clearAttribution, storeAttribution } from './store-attribution.ts'

const page = (search = '') => ({ search, host: 'dash.example' })

test('CO-01 the previous page is stored for 30 minutes, as its class and its address without query', () => {
  expect(attributionCookies(new Map(), page(), 'https://www.google.com/search?q=secret')).toEqual([
    { name: 'referrer_register', value: 'organic https://www.google.com/search', max_age_s: 1800 },
  ])
})

test('CO-01 a stored value is neither replaced nor extended', () => {
  const cookies = new Map([['referrer_register', 'organic https://www.google.com/']])
  expect(attributionCookies(cookies, page(), 'https://blog.example/')).toEqual([])
})

test('PU-16 the affiliates of the address are stored for 30 days, the last ones win', () => {
  const cookies = new Map([
    ['referrer_register', 'direct'],
    ['aff_id', '1'],
  ])
  expect(attributionCookies(cookies, page('?aff=17&promo_aff=18&pid=3&pt=token'), '')).toEqual([
    { name: 'aff_id', value: '17', max_age_s: 2_592_000 },
    { name: 'promo_aff', value: '18', max_age_s: 2_592_000 },
  ])
})

test.each(['?aff=abc', '?aff=', '?aff=1e3', '?aff=-5', '?aff=17;drop', '?promo_aff=%3Cscript%3E', '?aff=99999999999'])(
  'VA-07 %s is dropped',
  (search) => expect(attributionCookies(new Map([['referrer_register', 'direct']]), page(search), '')).toEqual([]),
)

test('CO-01 the campaign of the address is stored for 30 days and replaces the previous one', () => {
  const cookies = new Map([
    ['referrer_register', 'direct'],
    ['utm_source', 'old'],
    ['utm_term', 'old'],
  ])
  expect(attributionCookies(cookies, page('?gclid=a1&utm_source=b2&fbclid=c3'), '')).toEqual([
    { name: 'gclid', value: 'a1', max_age_s: 2_592_000 },
    { name: 'utm_source', value: 'b2', max_age_s: 2_592_000 },
    { name: 'utm_term', value: '', max_age_s: 0 },
  ])
  expect(attributionCookies(cookies, page(''), '')).toEqual([])
})

describe('attribution in a browser', () => {
  const written: string[] = []
  let cookie = ''
  beforeEach(() => {
    written.length = 0
    cookie = ''
    vi.stubGlobal('location', { search: '?aff=17', host: 'dash.example', protocol: 'https:' })
    vi.stubGlobal('document', {
      referrer: 'https://blog.example/post',
      get cookie() {
        return cookie
      },
      set cookie(text: string) {
        written.push(text)
      },
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('P3 opening a page writes nothing, and the origin is known all the same', () => {
    recordLanding()
    expect(written).toEqual([])
    expect(whatWasOpened()).toEqual({ search: '?aff=17', referrer: 'https://blog.example/post' })
  })

  test('CO-01 the cookies are written for the whole site', () => {
    recordLanding()
    storeAttribution()
    expect(written).toEqual([
      'referrer_register=referral%20https%3A%2F%2Fblog.example%2Fpost; Path=/; Max-Age=1800; SameSite=Lax; Secure',
      'aff_id=17; Path=/; Max-Age=2592000; SameSite=Lax; Secure',
    ])
  })

  test('P3 withdrawn consent removes it, and nothing else', () => {
    cookie = 'aff_id=17; referrer_register=direct; language=de'
    clearAttribution()
    expect(written).toEqual([
      'referrer_register=; Path=/; Max-Age=0; SameSite=Lax; Secure',
      'aff_id=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    ])
  })
})
