import { expect, test, vi } from 'vitest'
import { moments, numbers } from './formats.ts'

test('a format is created on first use, once per language', () => {
  const make = vi.spyOn(Intl, 'NumberFormat')
  const share = numbers({ style: 'percent' })
  expect(make).not.toHaveBeenCalled()
  expect([share('en').format(0.5), share('de').format(0.5), share('en').format(0.25)]).toEqual([
    '50%',
    '50\u00a0%',
    '25%',
  ])
  expect(make).toHaveBeenCalledTimes(2)
  make.mockRestore()
})

test('times are written in the requested language', () => {
  const day = moments({ day: 'numeric', month: 'long' })
  expect([day('en', 'UTC').format(0), day('fr', 'UTC').format(0)]).toEqual(['January 1', '1 janvier'])
})
