import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptOf, rememberVisit } from './remember-visit.ts'

const place = (search = '') => ({ search, host: 'dash.example' })

test('CO-01 the page before is kept for 30 minutes, as its class and its address without query', () => {
  expect(keptOf(new Map(), place(), 'https://www.google.com/search?q=secret')).toEqual([
    { name: 'referrer_register', value: 'organic https://www.google.com/search', max_age_s: 1800 },
  ])
})

test('CO-01 what is kept is not replaced and not made to last longer', () => {
  const cookies = new Map([['referrer_register', 'organic https://www.google.com/']])
  expect(keptOf(cookies, place(), 'https://blog.example/')).toEqual([])
})

test('PU-16 the affiliates of the address are kept for 30 days, the last ones win', () => {
  const cookies = new Map([
    ['referrer_register', 'direct'],
    ['aff_id', '1'],
  ])
  expect(keptOf(cookies, place('?aff=17&promo_aff=18&pid=3&pt=token'), '')).toEqual([
    { name: 'aff_id', value: '17', max_age_s: 2_592_000 },
    { name: 'promo_aff', value: '18', max_age_s: 2_592_000 },
  ])
})

test.each(['?aff=abc', '?aff=', '?aff=1e3', '?aff=-5', '?aff=17;drop', '?promo_aff=%3Cscript%3E', '?aff=99999999999'])(
  'VA-07 %s is dropped',
  (search) => expect(keptOf(new Map([['referrer_register', 'direct']]), place(search), '')).toEqual([]),
)

test('P3 marketing ids of the address are not kept', () => {
  const kept = keptOf(new Map(), place('?gclid=a1&utm_source=b2&fbclid=c3'), '')
  expect(kept.map(({ name }) => name)).toEqual(['referrer_register'])
  expect(JSON.stringify(kept)).not.toMatch(/a1|b2|c3/)
})

describe('at the start of a visit', () => {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    vi.stubGlobal('location', { search: '?aff=17', host: 'dash.example', protocol: 'https:' })
    vi.stubGlobal('document', {
      referrer: 'https://blog.example/post',
      get cookie() {
        return ''
      },
      set cookie(text: string) {
        written.push(text)
      },
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('CO-01 the cookies are written for the whole site', () => {
    rememberVisit()
    expect(written).toEqual([
      'referrer_register=referral%20https%3A%2F%2Fblog.example%2Fpost; Path=/; Max-Age=1800; SameSite=Lax; Secure',
      'aff_id=17; Path=/; Max-Age=2592000; SameSite=Lax; Secure',
    ])
  })
})
