// A client of the data API of a running server: signs in, reads the API password, and retries until it gets a result.

import { setTimeout as pause } from 'node:timers/promises'
import { isGood } from '../contract/src/codes.ts'

export const DEMO = { email: 'demo@portico.example', password: 'portico-demo' }
export const LIVE = '/v3/serp/google/organic/live/advanced'
export const POST = '/v3/serp/google/organic/task_post'
export const PRICES: Record<string, number> = { [LIVE]: 2_000, [POST]: 600 }
const GIVE_UP_MS = 120_000

/** A session of the demo account, signed in like the page does. */
export async function openSession(url: string) {
  const page = await fetch(`${url}/signin`)
  await page.body?.cancel()
  const jar = new Map<string, string>()
  const keep = (reply: Response) => {
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
  keep(page)
  const ask = async (path: string, init: RequestInit, at = url): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(`${at}${path}`, { ...init, headers: { ...init.headers, cookie } })
    keep(reply)
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  /** Another address reaches another instance with the same cookies. */
  const get = (path: string, at?: string) => ask(path, {}, at)
  const post = async (path: string, body: unknown, at = url): Promise<Record<string, unknown>> => {
    const token = decodeURIComponent(jar.get('XSRF-TOKEN') ?? '')
    const headers = { 'content-type': 'application/json', origin: at, 'x-xsrf-token': token }
    const reply = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, at)
    return reply.json() as Promise<Record<string, unknown>>
  }
  await post('/api/auth/authenticate', { ...DEMO, captcha: '' })
  return { get, post }
}

/** The Authorization header of the demo account. */
export async function readAuthorization(url: string): Promise<string> {
  const { post } = await openSession(url)
  return `Basic ${(await post('/api/access/show-password', {})).basic}`
}

interface TaskReply {
  status_code: number
  tasks: { status_code: number }[] | null
}

/** Repeats a call under one idempotency key until it succeeds; the server may die meanwhile and return at another address. */
export async function callUntilAnswered(
  server: () => { url: string } | undefined,
  authorization: string,
  { path, key, keyword }: { path: string; key: string; keyword: string },
): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    if (performance.now() > deadline) throw new Error(`${key} got no result in time`)
    const result = await attempt(server()?.url, authorization, path, key, keyword)
    if (result?.tasks?.every(({ status_code }) => isGood(status_code))) return
    await pause(result ? 20 : 50)
  }
}

async function attempt(
  url: string | undefined,
  authorization: string,
  path: string,
  key: string,
  keyword: string,
): Promise<TaskReply | undefined> {
  if (!url) return undefined
  try {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify([{ keyword, location_code: 2840, language_code: 'en' }]),
      signal: AbortSignal.timeout(20_000),
    })
    return (await reply.json()) as TaskReply
  } catch {
    return undefined
  }
}
