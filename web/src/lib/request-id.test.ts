import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newRequestId } from './request-id.ts'

test('a request id is a uuid, and no two are alike', () => {
  const ids = Array.from({ length: 200 }, newRequestId)
  for (const id of ids) expect(z.uuid().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
