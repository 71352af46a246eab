import { booting } from '@portico/contract/boot.ts'
import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import type { ProblemCode } from '@portico/contract/problem.ts'
import { SHOWN_LOGIN_HEADER } from '@portico/contract/rules.ts'
import { readCookie } from './cookies.ts'
import { Problem } from './problem.ts'
import type { JoinRead } from './read-together.ts'
import { afterRenewal, whileRenewing } from './renewal.ts'

let onSignedOut: () => void = () => {}

/** Called when the server no longer knows this session. */
export function whenSignedOut(action: () => void): void {
  onSignedOut = action
}

let shownLogin: () => string | undefined = () => undefined

/** The login the page shows: its changes are meant for that one. */
export function setShownLogin(read: () => string | undefined): void {
  shownLogin = read
}

let askForProof: (minutes: number) => Promise<boolean> = async () => false

/** Asks the user to confirm their identity where a call requires it; false when they decline. */
export function whenProofNeeded(ask: (minutes: number) => Promise<boolean>): void {
  askForProof = ask
}

let joinRead: JoinRead = (address, ask, signal) => ask(address, signal)

/** Signed-in pages read much at once; a public page has no use for that code. */
export function joinReadsWith(join: JoinRead): void {
  joinRead = join
}

/** The only way to the server: typed by the contract, carrying the anti-forgery token, failing only with a Problem. */
export async function call<E extends Endpoint>(endpoint: E, input: Sent<E>, signal?: AbortSignal): Promise<Output<E>> {
  try {
    return await send(endpoint, input, signal)
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    if (problem.code === 'reauth_needed') {
      if (!(await askForProof(Number(problem.values.minutes ?? 0)))) throw problem
    } else if (problem.code === 'forged' || problem.code === 'sign_in_needed') {
      await afterRenewal()
      // The token was lost or belongs to an ended session: fetch a fresh one and try again.
      if (problem.code === 'forged') await send(booting.boot, {}, signal)
    } else throw problem
    return sendAgain(endpoint, input, signal)
  }
}

/**
 * A switch of logins renews the session in all tabs: a request in progress meanwhile is refused, and succeeds when it is
 * repeated with the new token.
 */
async function sendAgain<E extends Endpoint>(endpoint: E, input: Sent<E>, signal?: AbortSignal): Promise<Output<E>> {
  try {
    return await send(endpoint, input, signal)
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'sign_in_needed') onSignedOut()
    throw problem
  }
}

function send<E extends Endpoint>(endpoint: E, input: Sent<E>, signal?: AbortSignal): Promise<Output<E>> {
  const transmit = () => transmitOnce(endpoint, input, signal)
  return endpoint.renewsSession ? whileRenewing(transmit) : transmit()
}

async function transmitOnce<E extends Endpoint>(endpoint: E, input: Sent<E>, signal?: AbortSignal): Promise<Output<E>> {
  const { method, path } = endpoint
  const query = method === 'GET' ? queryOf(input) : ''
  const ask = (address: string, signal?: AbortSignal) => request(method, address, input, signal)
  const answer = await (endpoint.together ? joinRead(`${path}${query}`, ask, signal) : ask(`${path}${query}`, signal))
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw asProblem(body, answer.status)
  return body as Output<E>
}

function request(method: Endpoint['method'], address: string, input: unknown, signal?: AbortSignal): Promise<Response> {
  const login = shownLogin()
  return fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      'x-xsrf-token': readCookie('XSRF-TOKEN') ?? '',
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(login && { [SHOWN_LOGIN_HEADER]: encodeURIComponent(login) }),
    },
    credentials: 'same-origin',
    redirect: 'error',
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem('unreachable')
  })
}

/** The server's events, one by one, until the stream ends or is refused; it carries the token as every call does. */
export async function readEvents(
  address: string,
  onEvent: (event: string, data: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(address, {
    headers: { accept: 'text/event-stream', 'x-xsrf-token': readCookie('XSRF-TOKEN') ?? '' },
    credentials: 'same-origin',
    redirect: 'error',
    signal,
  })
  if (answer.status !== 200 || !answer.body) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = `${rest}${part.value}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/m.exec(block) ?? []
      if (event && data) onEvent(event, data)
    }
  }
}

/** A built file of our own origin, not an API answer. */
export async function readStatic<T>(url: string): Promise<T> {
  const answer = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined)
  if (!answer?.ok) throw new Problem('unreachable')
  return answer.json()
}

function asProblem(body: unknown, status: number): Problem {
  if (!isRecord(body) || typeof body.code !== 'string' || typeof body.msg !== 'string') return new Problem('internal')
  return new Problem(body.code as ProblemCode, {
    text: body.msg,
    isRefusal: status < 500,
    ...(isRecord(body.values) && { values: body.values as Record<string, string | number> }),
    ...(isRecord(body.fields) && { fields: body.fields as Record<string, string> }),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function queryOf(input: unknown): string {
  const pairs = Object.entries(isRecord(input) ? input : {}).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : ''
}

/** Reads a file part by part: the text so far may be long, so each part is reported and stored as it is. */
export async function readFile(
  address: string,
  onPart: (part: Uint8Array) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const answer = await fetch(address, { credentials: 'same-origin', redirect: 'error', signal }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new Problem('unreachable')
    },
  )
  if (!answer.ok || !answer.body) throw asProblem(await answer.json().catch(() => undefined), answer.status)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = answer.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    onPart(part.value)
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
}
