// A separate account whose numbers come from real requests.
import type { Page } from 'playwright-core'
import { access } from '../contract/src/access.ts'
import type { Server } from './harness.ts'
import type { View, WatchedPage } from './harness-browser.ts'
import type { openMailbox } from './harness-people.ts'
import { callBeside, signUpAt } from './harness-shell.ts'

export const LIVE = '/v3/serp/google/organic/live/advanced'
export const POST = '/v3/serp/google/organic/task_post'
export const SUBSCRIBED = '/v3/backlinks/summary/live'
const SEARCH = { keyword: 'standing desk', location_code: 2840, language_code: 'en' }

export interface Customer {
  email: string
  page: WatchedPage
  /** Sends one HTTP request with these tasks and returns the status code of each. */
  send(path: string, tasks?: object[], authorization?: string): Promise<number[]>
  /** All calls from the demo's first day to today, as rows of the exported file. */
  rows(params?: Record<string, string>): Promise<Record<string, string>[]>
}

/** Signs up, confirms by the link of the mail, signs in and has an API password. */
export async function newCustomer(
  server: Server,
  mailbox: Awaited<ReturnType<typeof openMailbox>>,
  email: string,
  view: View,
): Promise<Customer> {
  const page = await signUpAt(server, mailbox, email, view)
  const { basic } = await callBeside(page, server.url, access.showPassword, {})
  const own = `Basic ${basic}`
  return {
    email,
    page,
    send: async (path, tasks = [SEARCH], authorization = own) => {
      const reply = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(tasks),
      })
      const result = (await reply.json()) as { status_code: number; tasks: { status_code: number }[] | null }
      return result.tasks?.map(({ status_code }) => status_code) ?? [result.status_code]
    },
    rows: (params = {}) => exportedRows(page, server.url, params),
  }
}

/** A valid search with the given distinguishing fields. */
export const search = (more: object = {}) => ({ ...SEARCH, ...more })

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The rows of the file a customer exports, of thirty days by default. */
export async function exportedRows(
  page: Page,
  origin: string,
  params: Record<string, string> = {},
): Promise<Record<string, string>[]> {
  const range = { from: dayOf(Date.now() - 29 * DAY_MS), to: dayOf(Date.now()) }
  const answer = await page.request.get(
    `${origin}/api/usage/export?${new URLSearchParams({ ...range, format: 'jsonl', ...params })}`,
  )
  if (!answer.ok()) throw new Error(await answer.text())
  return (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The cumulative layout shift of the next document; call it before the page is loaded. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifted'))
}
