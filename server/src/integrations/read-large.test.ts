import { expect, test } from 'vitest'
import { createJsonReader } from './read-large.ts'

const nested = (levels: number, ends = '') => `${'[{"a":'.repeat(levels / 2)}"${ends}"${'}]'.repeat(levels / 2)}`
const read = createJsonReader()

test.each([
  ['a small', ''],
  ['a large', 'x'.repeat(300_000)],
])('%s answer may have 500 levels and no more, wherever they are', async (_, ends) => {
  await expect(read(nested(500, ends), undefined)).resolves.toMatchObject({ found: [] })
  await expect(read(nested(502, ends), undefined)).rejects.toThrow('deeper than 500 levels')
  await expect(read(`{"b":[1],"c":[null,[${nested(500, ends)}]]}`, undefined)).rejects.toThrow('deeper than 500')
})

test('ids are found in small and large answers', async () => {
  for (const size of [10, 300_000])
    await expect(read(`["${'x'.repeat(size)} 12-34 56-78"]`, /\d\d-\d\d/g)).resolves.toMatchObject({
      found: ['12-34', '56-78'],
    })
})
