import { auth } from '@portico/contract/auth.ts'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import type { ProblemBody } from '@portico/contract/problem-body.ts'
import type { buildApp } from '../app.ts'

export const TEST_PASSWORD = 'correct horse battery'

export type App = Awaited<ReturnType<typeof buildApp>>
export type Headers = Record<string, string | undefined>
type Reply = Awaited<ReturnType<typeof request>>

/** `cookies` are those this response set, with every attribute; `text` is the raw body. */
export type Answer<Body> = Pick<Reply, 'headers' | 'cookies'> & { status: number; body: Body; text: string }

interface Request {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  path: string
  /** An undefined header is not sent. */
  headers?: Headers
  /** An object is sent as JSON, a text unchanged. */
  body?: unknown
  ip?: string
}

/** One person's browser: stores cookies by a browser's rules and sends the headers of our page. */
export function openBrowser(app: App, site: URL, ip: string, user_agent = 'test browser') {
  const cookies = new Map<string, string>()

  async function send<Body = unknown>(options: Request): Promise<Answer<Body>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: site.host, 'user-agent': user_agent, ...(cookie && { cookie }), ...options.headers }
    const reply = await request(app, { ip, ...options, headers })
    for (const set of reply.cookies) {
      const is_bound = set.secure && set.path === '/' && set.domain === undefined
      if ((set.name.startsWith('__Host-') && !is_bound) || (set.secure && site.protocol !== 'https:')) continue
      if (set.maxAge === 0) cookies.delete(set.name)
      else cookies.set(set.name, set.value)
    }
    return asAnswer(reply)
  }

  const pageHeaders = (method: Endpoint['method']): Headers => ({
    accept: 'application/json',
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    'sec-fetch-site': 'same-origin',
    ...(method !== 'GET' && { origin: site.origin }),
  })

  /** One call as our page makes it; a header given here replaces the page's own. */
  function call<E extends Endpoint>(endpoint: E, input: Sent<E>, more: Pick<Request, 'headers' | 'ip'> = {}) {
    const headers = { ...pageHeaders(endpoint.method), ...more.headers }
    return send<Output<E> | ProblemBody>({ ...asSent(endpoint, input), ...more, headers })
  }

  /** Makes a call that must succeed and returns its result. */
  async function must<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Output<E>> {
    const { status, body, text } = await call(endpoint, input)
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${text}`)
    return body as Output<E>
  }

  /** Opens a URL: returns the document, not an API response. */
  function open(path = '/', headers: Headers = {}) {
    return send<string>({ path, headers: { accept: 'text/html', 'sec-fetch-site': 'none', ...headers } })
  }

  async function signIn(email: string, password = TEST_PASSWORD) {
    if (!cookies.has('XSRF-TOKEN')) await open('/signin')
    const answer = await must(auth.authenticate, { email, password, captcha: '' })
    if (!('user' in answer)) throw new Error(`the sign-in of ${email} needs a second factor`)
    return answer.user
  }

  /** Signs in with password and code, like staff. */
  async function signInStaff(email: string, code: string) {
    if (!cookies.has('XSRF-TOKEN')) await open('/signin')
    await must(auth.authenticate, { email, password: TEST_PASSWORD, captcha: '' })
    return (await must(auth.secondFactor, { code })).user
  }

  return { cookies, send, call, must, open, signIn, signInStaff }
}

/** The parts of an invitation link that the page stores, by the names its calls use. */
export function invitationIn(link: string): { parent_id: string; parent_token: string } {
  const { searchParams } = new URL(link, 'http://own.invalid')
  return { parent_id: searchParams.get('pid') ?? '', parent_token: searchParams.get('pt') ?? '' }
}

export function asSent({ method, path }: Endpoint, input: unknown): Request {
  if (method !== 'GET') return { method, path, body: input }
  const query = new URLSearchParams(input as Record<string, string>).toString()
  return { method, path: query ? `${path}?${query}` : path }
}

export function request(app: App, { method = 'GET', path, headers = {}, body, ip = '127.0.0.1' }: Request) {
  const sent: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) delete sent[name]
    else sent[name] = value
  }
  const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
  return app.inject({ method, url: path, headers: sent, remoteAddress: ip, ...payload })
}

export function asAnswer<Body>(reply: Reply): Answer<Body> {
  const is_json = String(reply.headers['content-type']).startsWith('application/json') && reply.body !== ''
  const body = is_json ? reply.json<Body>() : (reply.body as Body)
  return { status: reply.statusCode, body, headers: reply.headers, cookies: reply.cookies, text: reply.body }
}
