import { expect, test } from 'vitest'
import { asView, isShown } from './view-address.ts'

test('a view is the address without what is only open, in whatever order', () => {
  const location = { path: '/api-detail/serp/', search: '?tag=a&call=1&group=tag&live=on' }
  expect(asView(location)).toEqual({ path: '/api-detail/serp', search: '?group=tag&tag=a' })
  const view = { name: 'x', path: '/api-detail/serp', search: '?group=tag&tag=a' }
  expect(isShown(view, location)).toBe(true)
  expect(isShown(view, { ...location, search: '?tag=b&group=tag' })).toBe(false)
  expect(isShown(view, { ...location, path: '/api-detail' })).toBe(false)
  expect(asView({ path: '/api-detail', search: '?live=on' })).toEqual({ path: '/api-detail', search: '' })
})
