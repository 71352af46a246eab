import { CODE } from '@portico/contract/codes.ts'
import { expect, test } from 'vitest'
import type { CallRow } from '#traffic/call-store.ts'
import { headLine, writeRow } from './write-rows.ts'

const ROW: CallRow = {
  id: '0195567a-0000-7000-8000-000000000001',
  at: new Date('2026-03-02T10:00:00.123Z'),
  login_id: 1,
  api: 'serp',
  function: 'google/organic',
  method: 'live',
  priority: 1,
  path: '/v3/serp/google/organic/live/advanced',
  request_id: '0195567a-0000-7000-8000-000000000001',
  task_id: '03021000-0001',
  tag: '@me',
  status_code: CODE.ok,
  status_class: 'ok',
  http_status: 200,
  results: 10,
  cost_micros: 600,
  finished_at: null,
  queue_ms: null,
  run_ms: null,
  time_ms: 42,
  agent_id: 7,
  http_method: 'POST',
  repeats: 3,
}

const KEY = { id: 7, name: '=1+1', kind: 'key' } as const

test('a line has as many cells as the header, with full precision of money', () => {
  const cells = writeRow('csv', ROW, 'ann@example.com', KEY).trimEnd().split(',')
  const names = headLine('csv').replace('\uFEFF', '').trimEnd().split(',')
  expect(cells).toHaveLength(names.length)
  expect(cells[names.indexOf('cost_usd')]).toBe('0.000600')
  expect(cells[names.indexOf('tag')]).toBe("'@me")
  expect(['key_id', 'key', 'key_kind'].map((name) => cells[names.indexOf(name)])).toEqual(['7', "'=1+1", 'key'])
  expect(cells[names.indexOf('http_method')]).toBe('POST')
  expect(cells[names.indexOf('count')], 'the calls that the row represents').toBe('4')
})

test('a line of JSON is one unchanged object', () => {
  expect(JSON.parse(writeRow('jsonl', ROW, 'ann@example.com', KEY))).toMatchObject({
    time: '2026-03-02T10:00:00.123Z',
    tag: '@me',
    cost_usd: '0.000600',
    login: 'ann@example.com',
  })
})
