import { expect, test } from 'vitest'
import { formatsIn } from './formats.ts'
import { draw, put } from './paper.ts'

const about = { title: 'Invoice', author: 'Portico', language: 'en' as const, at: new Date(0), accent: null }
const drawn = (text: string) => draw(about, (paper) => put(paper, text, 50, 60))

test('a document is the same to the byte, whichever characters the documents before it had', async () => {
  // Omega and the sign of the ohm have one glyph, which remembers the first of them.
  const first = await drawn('1 \u03a9')
  expect(await drawn('1 \u2126')).not.toEqual(first)
  expect(await drawn('1 \u03a9')).toEqual(first)
})

test('rates, shares and amounts are printed with all their digits', () => {
  const { percent, rate, money, exact, moved } = formatsIn('en')
  expect([percent(1900), percent(2550), percent(7)]).toEqual(['19%', '25.5%', '0.07%'])
  expect([rate('1.0823'), rate('2')]).toEqual(['1.0823', '2'])
  expect([money(1_230_000), exact(1), moved(1)].map((text) => text.replace(/\s/u, ' '))).toEqual([
    'USD 1.23',
    '0.000001',
    '+0.000001',
  ])
})
