import { afterEach, expect, test, vi } from 'vitest'
import { navigate, setLeaveGuard } from './location.ts'

afterEach(() => {
  setLeaveGuard(undefined)
  vi.unstubAllGlobals()
})

const ORIGIN = 'https://dash.example'

/** Whether the way from one address to another needs a confirmation while there are unsaved changes. */
function needsConfirmation(from: string, to: string, how: { replace?: boolean } = {}): boolean {
  const at = new URL(from, ORIGIN)
  vi.stubGlobal('location', at)
  vi.stubGlobal('window', { scrollY: 0 })
  const history = { pushState: vi.fn(), replaceState: vi.fn() }
  vi.stubGlobal('history', history)
  let isQuestion = false
  setLeaveGuard(() => {
    isQuestion = true
  })
  navigate(to, how)
  expect(history.pushState.mock.calls.length + (how.replace ? history.replaceState.mock.calls.length : 0)).toBe(
    isQuestion ? 0 : 1,
  )
  return isQuestion
}

test.each([
  ['another screen', '/api-settings', '/api-errors', true],
  ['another tab of the same screen', '/users/getrows?tab=billing', '/users/getrows?tab=methods', true],
  ['the first tab', '/users/getrows?tab=billing', '/users/getrows', true],
  ['another filter of the same tab', '/users/getrows?tab=history&kind=usage', '/users/getrows?tab=history', false],
  ['a part of the same screen', '/api-settings', '/api-settings/api-limits', false],
  ['a screen whose name begins alike', '/api-settings', '/api-settings-old', true],
])('unsaved changes on the way to %s', (_what, from, to, expected) => {
  expect(needsConfirmation(from, to)).toBe(expected)
})

test('an address that replaces the present one was not chosen by the reader', () => {
  expect(needsConfirmation('/api-settings', '/signin', { replace: true })).toBe(false)
})
