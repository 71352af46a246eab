import { CODE } from '@portico/contract/codes.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { blockQuery, heldBlock, historyQuery, queuedTaskQuery } from './playground-queries.ts'

const METHOD = 'POST /v3/serp/google/organic/task_post'
const client = new QueryClient()
afterEach(() => {
  vi.unstubAllGlobals()
  client.clear()
})

/** The server as this page sees it. */
const answer = (json: unknown) => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async () => Response.json(json))
}

test('why a request would be refused holds while the next reply loads, for the same method in the same mode alone', () => {
  const [last, before] = [blockQuery(METHOD, 'live', '{}'), { block: null }]
  expect(heldBlock(METHOD, 'live')(before, last)).toBe(before)
  expect(heldBlock(METHOD, 'sandbox')(before, last)).toBeUndefined()
  expect(heldBlock('POST /v3/other', 'live')(before, last)).toBeUndefined()
})

test('a queued task that has ended is read anew by History, one that waits is not', async () => {
  const run = { method_id: METHOD, mode: 'live', task_id: 'a' } as const
  client.setQueryData(historyQuery.queryKey, { runs: [] } as never)
  const isStale = () => client.getQueryState(historyQuery.queryKey)?.isInvalidated
  const ask = () => client.fetchQuery({ ...queuedTaskQuery(run), staleTime: 0 })
  const taskOf = (status_code: number) => answer({ body: JSON.stringify({ tasks: [{ status_code }] }) })
  taskOf(CODE.taskInQueue)
  expect([await ask(), isStale()]).toEqual([{ is_waiting: true }, false])
  taskOf(CODE.ok)
  expect([await ask(), isStale()]).toEqual([{ is_waiting: false }, true])
})
