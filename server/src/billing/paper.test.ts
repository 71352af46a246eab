import { expect, test } from 'vitest'
import { draw, put } from './paper.ts'

const about = { title: 'Invoice', author: 'Portico', language: 'en' as const, at: new Date(0), accent: null }
const drawn = (text: string) => draw(about, (paper) => put(paper, text, 50, 60))

test('a document is the same to the byte, whichever characters the documents before it had', async () => {
  // Omega and the sign of the ohm have one glyph, which remembers the first of them.
  const first = await drawn('1 \u03a9')
  expect(await drawn('1 \u2126')).not.toEqual(first)
  expect(await drawn('1 \u03a9')).toEqual(first)
})
