import { CODE } from '@portico/contract/codes.ts'

export type SampleRow = {
  id: string
  time: string
  endpoint: string
  status: number
  results: number
  cost: string
  login: string
}

const endpoints = [
  'serp/google/organic/live/advanced',
  'keywords_data/google_ads/search_volume/live',
  'backlinks/summary/live',
  'on_page/task_post',
  'domain_analytics/whois/overview/live',
]
const statuses = [CODE.ok, CODE.ok, CODE.ok, CODE.ok, CODE.invalidField, CODE.ok, CODE.costLimit, CODE.ok]
const START = Date.UTC(2025, 10, 15, 4, 30)

/** Returns the requested number of rows, always the same ones. */
export function sampleRows(count: number): SampleRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `1115${String(4_300_000 + index * 7).padStart(8, '0')}-0545`,
    time: new Date(START - index * 61_000).toISOString().slice(0, 19).replace('T', ' '),
    endpoint: endpoints[(index * 7) % endpoints.length] ?? '',
    status: statuses[(index * 5) % statuses.length] ?? 0,
    results: (index * 37) % 101,
    cost: `$${(((index * 13) % 90) / 10_000 + 0.0006).toFixed(6)}`,
    login: index % 3 === 0 ? 'ada@example.com' : 'team-berlin@example.com',
  }))
}
