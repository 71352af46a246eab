import type { AddressInfo } from 'node:net'
import { CODE } from '@portico/contract/codes.ts'
import {
  AppendixApi,
  AppendixWebhookResendRequestInfo,
  BacklinksApi,
  BacklinksSummaryLiveRequestInfo,
  SerpApi,
  SerpGoogleOrganicLiveAdvancedRequestInfo,
  SerpGoogleOrganicTaskPostRequestInfo,
  SerpIdListRequestInfo,
} from 'dataforseo-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#testing/app.ts'
import { closeBalanced } from '#testing/close-balanced.ts'
import { type Customer, openCustomer } from '#testing/gateway/customer.ts'

// The unchanged public client of this API family, with our address and credentials.
let site: TestApp
let customer: Customer
let url: string
beforeAll(async () => {
  site = await openTestApp({ settings: { TASK_DELAY_MS: '0' } })
  customer = await openCustomer(site)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
})
afterAll(() => closeBalanced(site))

const http = {
  fetch: (address: string, init?: RequestInit) =>
    fetch(address, { ...init, headers: { ...init?.headers, Authorization: customer.authorization } }),
}
const keyword = { keyword: 'albert einstein', location_code: 2840, language_code: 'en' }

test('the public client reads the account', async () => {
  const answer = await new AppendixApi(url, http).userData()
  const [data] = answer?.tasks?.[0]?.result ?? []
  expect(data).toMatchObject({ login: customer.login, money: { balance: 10 } })
  expect(data?.price?.serp).toBeDefined()
  expect((await new AppendixApi(url, http).errors())?.tasks?.[0]?.result?.length).toBeGreaterThan(20)
  expect((await new AppendixApi(url, http).appendixStatus())?.status_code).toBe(CODE.ok)
})

test('the public client searches live, also with a slash at the end of the base address', async () => {
  for (const base of [url, `${url}/`]) {
    const request = new SerpGoogleOrganicLiveAdvancedRequestInfo(keyword)
    const answer = await new SerpApi(base, http).googleOrganicLiveAdvanced([request])
    expect(answer).toMatchObject({ status_code: CODE.ok, cost: 0.002, tasks_error: 0 })
    const [result] = answer?.tasks?.[0]?.result ?? []
    expect(result).toMatchObject({ keyword: 'albert einstein' })
    expect(result?.items?.length).toBeGreaterThan(0)
  }
})

test('the public client posts a task, sees it ready, fetches it, and finds it in the list', async () => {
  const serp = new SerpApi(url, http)
  const posted = await serp.googleOrganicTaskPost([new SerpGoogleOrganicTaskPostRequestInfo(keyword)])
  const id = posted?.tasks?.[0]?.id ?? ''
  expect(posted?.tasks?.[0]).toMatchObject({ status_code: CODE.taskCreated, status_message: 'Task Created.' })
  await site.gateway.runDueTasks()
  const ready = await serp.googleOrganicTasksReady()
  expect(ready?.tasks?.[0]?.result?.map((row: { id?: string }) => row.id)).toEqual([id])
  const got = await serp.googleOrganicTaskGetAdvanced(id)
  expect(got?.tasks?.[0]).toMatchObject({ id, status_code: CODE.ok, result_count: 1 })
  const listed = await serp.idList([new SerpIdListRequestInfo({ datetime_from: '2026-03-01 00:00:00 +00:00' })])
  expect(listed?.tasks?.[0]?.result?.map((row: { id?: string }) => row.id)).toContain(id)
  const resent = await new AppendixApi(url, http).webhookResend([new AppendixWebhookResendRequestInfo({ id })])
  expect(resent?.tasks?.[0]?.status_code).toBe(CODE.invalidField)
})

test('the public client gets errors in its own format', async () => {
  const backlinks = new BacklinksApi(url, http)
  const refused = await backlinks.summaryLive([new BacklinksSummaryLiveRequestInfo({ target: 'example.com' })])
  expect(refused).toMatchObject({ status_code: CODE.subscriptionNeeded, tasks_count: 0 })
  const serp = new SerpApi(url, http)
  const wrong = await serp.googleOrganicLiveAdvanced([new SerpGoogleOrganicLiveAdvancedRequestInfo({ keyword: '' })])
  expect(wrong).toMatchObject({ status_code: CODE.ok, tasks_error: 1, tasks: [{ status_code: CODE.invalidField }] })
  const stranger = new SerpApi(url, { fetch: (address: string, init?: RequestInit) => fetch(address, init) })
  await expect(stranger.googleLocations()).rejects.toMatchObject({ status: 401 })
})

test('the public client reads the reference lists', async () => {
  const serp = new SerpApi(url, http)
  expect((await serp.googleLocations())?.tasks?.[0]?.result?.length).toBeGreaterThan(10)
  expect((await serp.googleLanguages())?.tasks?.[0]?.result?.length).toBeGreaterThan(5)
})
