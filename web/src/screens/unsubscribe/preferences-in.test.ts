import { expect, test } from 'vitest'
import { preferencesIn } from './preferences-in.ts'

test('PU-10 each switch is sent as 1 or 0', () => {
  const form = new FormData()
  form.set('news', 'on')
  form.set('triggers', 'on')
  expect(preferencesIn(form)).toEqual({ news: 1, offers: 0, reports: 0, triggers: 1 })
  expect(preferencesIn(new FormData())).toEqual({ news: 0, offers: 0, reports: 0, triggers: 0 })
})
