// A browser of the dashboard over a plain socket: it stores cookies and sends paths and bodies exactly as given.
import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

const GIVE_UP_MS = 30_000

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Cookies in addition to the stored ones, or instead of them. */
  cookies?: Record<string, string>
  body?: string | Buffer | undefined
  /** Sends the body without a content length. */
  chunked?: boolean
}

export type Client = ReturnType<typeof openClient>

export function openClient(url: string) {
  const { hostname, port, origin } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const jar = new Map<string, string>()

  /** Retries once if the connection was closed: a server that has refused a long body does not read the rest of it. */
  async function send(sent: Sent): Promise<{ status: number; text: string }> {
    return sendOnce(sent).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
      return sendOnce({ ...sent, headers: { ...sent.headers, connection: 'close' } })
    })
  }

  function sendOnce({ method = 'GET', path, headers = {}, cookies = {}, body, chunked = false }: Sent) {
    const held = { ...Object.fromEntries(jar), ...cookies }
    const cookie = Object.entries(held)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const all: Record<string, string> = {
      ...(cookie && { cookie }),
      'x-xsrf-token': decodeURIComponent(jar.get('XSRF-TOKEN') ?? ''),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(body !== undefined && !chunked && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
    const outgoing = request({ agent, hostname, port, method, path, headers: all }, (reply) => {
      const chunks: Buffer[] = []
      for (const line of reply.headers['set-cookie'] ?? []) keep(line)
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      // An event stream ends only when its reader disconnects.
      if (reply.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status: reply.statusCode ?? 0, text: '' })
        outgoing.destroy()
      }
      reply.on('error', reject)
      reply.on('end', () => {
        const body = Buffer.concat(chunks)
        const is_packed = reply.headers['content-encoding'] === 'gzip'
        resolve({ status: reply.statusCode ?? 0, text: (is_packed ? gunzipSync(body) : body).toString() })
      })
    })
    outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)))
    outgoing.on('error', reject)
    outgoing.end(body)
    return promise
  }

  function keep(line: string) {
    const [pair = ''] = line.split(';')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (/;\s*max-age=0\b/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  async function must(path: string, body: unknown): Promise<Record<string, unknown>> {
    const { status, text } = await send({ method: 'POST', path, headers: { origin }, body: JSON.stringify(body) })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return JSON.parse(text)
  }

  return { send, must, jar, close: () => agent.destroy() }
}
