import { expect, test } from 'vitest'
import { asView, isShown } from './view-address.ts'

test('a view is the address without what is only open, in whatever order', () => {
  const place = { path: '/api-detail/serp/', search: '?tag=a&call=1&group=tag&live=on' }
  expect(asView(place)).toEqual({ path: '/api-detail/serp', search: '?group=tag&tag=a' })
  const view = { name: 'x', path: '/api-detail/serp', search: '?group=tag&tag=a' }
  expect(isShown(view, place)).toBe(true)
  expect(isShown(view, { ...place, search: '?tag=b&group=tag' })).toBe(false)
  expect(isShown(view, { ...place, path: '/api-detail' })).toBe(false)
  expect(asView({ path: '/api-detail', search: '?live=on' })).toEqual({ path: '/api-detail', search: '' })
})
