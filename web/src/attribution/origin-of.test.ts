import { describe, expect, test } from 'vitest'
import { classify } from './origin-of.ts'

describe('CO-02 the origin of a page view is', () => {
  test.each([
    ['https://www.google.com/'],
    ['https://google.de/search?q=data+api'],
    ['https://www.google.co.uk/'],
    ['https://google.com.au'],
    ['https://news.google.com/x'],
    ['https://WWW.GOOGLE.COM/'],
    ['https://www.google.com./'],
    ['http://www.google.cat/'],
    ['https://www.bing.com/search?q=x'],
    ['https://cn.bing.com/'],
    ['https://search.yahoo.com/'],
    ['https://r.search.yahoo.com/_ylt=x'],
    ['https://search.yahoo.co.jp/search'],
  ])('organic from %s', (referrer) => expect(classify(referrer, 'dash.example')).toBe('organic'))

  test.each([
    ['https://google.evil.com/'],
    ['https://google.com.evil.org/'],
    ['https://notgoogle.com/'],
    ['https://google-search.com/'],
    ['https://my.bing.evil.co.uk/'],
    ['https://google.com@evil.com/'],
    ['https://evil.com/google.com'],
    ['https://evil.com/?from=https://www.google.com/'],
    ['https://evil.com#www.yahoo.com'],
    ['https://googlе.com/'],
    ['https://yahooo.com/'],
    ['https://duckduckgo.com/'],
    ['https://blog.example/post'],
    ['https://dash.example.evil.com/'],
    ['https://other.dash.example/'],
    ['https://google/'],
    ['android-app://com.google.android.gm/'],
  ])('a referral from %s', (referrer) => expect(classify(referrer, 'dash.example')).toBe('referral'))

  test.each([[''], ['not an address'], ['https://dash.example/signin?x=1']])('direct from %j', (referrer) =>
    expect(classify(referrer, 'dash.example')).toBe('direct'),
  )
})
