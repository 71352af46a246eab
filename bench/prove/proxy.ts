// The shipped deploy/nginx.conf in the real nginx, with TLS, before a real server: whatever a client writes into its headers or its
// request target, it reaches neither the staff host nor private white-labels nor the operator's endpoints. Needs nginx and openssl.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as plain } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { startNginx } from '../faults/nginx.ts'
import { DEMO } from '../gateway-client.ts'
import { freePort, freshFolder, runServer } from '../run-server.ts'

const OWN = 'portico.example'
const STAFF = 'staff.portico.example'
const BRAND = 'dash.reseller.example'

type Headers = Record<string, string>
interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const failures: string[] = []
function check(name: string, is_good: boolean, text: string): void {
  console.log(`${is_good ? '✓' : '✗'} ${name}: ${text}`)
  if (!is_good) failures.push(name)
}

/** A request as an instance receives it from nginx. */
const echo = createServer(({ headers }, reply) => reply.end(JSON.stringify(headers))).listen(0, '127.0.0.1')
await once(echo, 'listening')
const address = echo.address()
const echo_port = typeof address === 'object' && address ? address.port : 0
const folder = freshFolder()
const port = await freePort()
const server = await runServer({
  DATA_DIR: folder,
  PORT: String(port),
  NODE_ENV: 'development',
  BOT_CHECK: 'off',
  PUBLIC_URL: `https://${OWN}`,
  STAFF_URL: `https://${STAFF}`,
  TRUST_PROXY: '127.0.0.1',
})
const nginx = await startNginx([port], { name: OWN, tls: true })
const echoing = await startNginx([echo_port], { name: OWN, tls: true })
if (!nginx || !echoing) throw new Error('nginx is not installed')
const token = JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')).token

/** One request through nginx, or over http to another port. */
async function send(method: string, path: string, headers: Headers = {}, body?: string, to = nginx?.port ?? 0) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const options = {
    host: '127.0.0.1',
    port: to,
    servername: OWN,
    rejectUnauthorized: false,
    agent: false,
    method,
    path,
    headers: { host: OWN, ...headers },
  }
  const sent = (to === nginx?.port || to === echoing?.port ? request : plain)(options, (reply) => {
    let text = ''
    reply.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
  })
  sent.on('error', reject).end(body)
  return promise
}

/** Sends raw bytes, for requests that no Node client would send. */
async function raw(lines: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ host: '127.0.0.1', port: nginx?.port ?? 0, servername: OWN, rejectUnauthorized: false })
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  socket.on('error', reject).on('close', () => resolve(text))
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return promise
}

/** The result of a sign-in with a correct staff password. */
async function signIn(headers: Headers, to = nginx?.port ?? 0): Promise<Answer> {
  const page = await send('GET', '/signin', headers.host ? { host: headers.host } : {}, undefined, to)
  const cookies = [page.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '')
  const xsrf = cookies.find((line) => line.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const body = JSON.stringify({ email: DEMO.email, password: DEMO.password, captcha: '' })
  const own = {
    cookie: cookies.join('; '),
    'x-xsrf-token': decodeURIComponent(xsrf),
    origin: `https://${headers.host ?? OWN}`,
  }
  const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return send('POST', '/api/auth/authenticate', { ...own, ...json, ...headers }, body, to)
}

const claims = (host: string): [string, Headers][] => [
  ['nothing', {}],
  ['X-Forwarded-Host', { 'X-Forwarded-Host': host }],
  ['X-Forwarded-Host twice', { 'X-Forwarded-Host': `${OWN}, ${host}` }],
  ['Forwarded', { Forwarded: `host=${host};proto=https` }],
  ['X-Original-Host', { 'X-Original-Host': host }],
  ['X-Host', { 'X-Host': host }],
]

try {
  await server.operator('staff', 'add', DEMO.email)
  await server.operator('whitelabel', 'set', BRAND, '--title', 'Reseller')
  // Control: a direct request to the server reaches all of these.
  const direct = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' }
  const staff = await signIn({ host: STAFF, ...direct }, port)
  check('staff sign-in on the staff host', staff.status === 200 && staff.text.includes('"needs"'), `${staff.status}`)
  const brand = await send('GET', '/api/boot', { host: BRAND, ...direct }, undefined, port)
  check('a white-label on its host', brand.text.includes('Reseller'), `${brand.status}`)
  const own = await send('GET', '/api/operator/status', { authorization: `Bearer ${token}` }, undefined, port)
  check('the operator token on this machine', own.status === 200, `${own.status}`)
  const forged = { 'X-Forwarded-Host': STAFF, Forwarded: `host=${STAFF}`, 'X-Forwarded-For': '10.0.0.1' }
  const seen = JSON.parse(
    (await send('GET', '/', { ...forged, 'X-Forwarded-Proto': 'gopher' }, undefined, echoing.port)).text,
  )
  check('headers of a client that nginx drops', !('x-forwarded-host' in seen) && !('forwarded' in seen), seen.host)
  const set = [seen.host, seen['x-forwarded-for'], seen['x-forwarded-proto']].join(' ')
  check('headers that nginx sets itself', set === `${OWN} 127.0.0.1 https`, set)
  for (const [name, headers] of claims(STAFF)) {
    const { status, text } = await signIn(headers)
    check(`staff sign-in on the customers' host with ${name}`, status === 400 && !text.includes('"needs"'), `${status}`)
  }
  for (const [name, headers] of claims(BRAND)) {
    const { status, text } = await send('GET', '/api/boot', headers)
    check(`a white-label with ${name}`, status === 200 && !text.includes('Reseller'), `${status}`)
  }
  for (const host of [STAFF, BRAND, `${OWN}.evil.example`]) {
    const { status } = await send('GET', '/api/boot', { host })
    check(`Host ${host}, which nginx does not serve`, status === 421, `${status}`)
    const target = await raw([`GET https://${host}/api/boot HTTP/1.1`, `Host: ${OWN}`])
    check(`a request target at ${host}`, target.startsWith('HTTP/1.1 421'), target.slice(0, 12))
    const twice = await raw(['GET /api/boot HTTP/1.1', `Host: ${OWN}`, `Host: ${host}`])
    check(`two hosts, the second ${host}`, twice.startsWith('HTTP/1.1 400'), twice.slice(0, 12))
  }
  const local: Headers[] = [{}, { 'X-Forwarded-For': '127.0.0.1' }, { 'X-Real-IP': '127.0.0.1' }]
  for (const more of local) {
    const { status } = await send('GET', '/api/operator/status', { authorization: `Bearer ${token}`, ...more })
    check(`the operator token through nginx with ${Object.keys(more).join() || 'nothing'}`, status !== 200, `${status}`)
  }
  for (const path of ['/metrics', '/readyz', '/healthz'])
    check(`${path} from outside`, (await send('GET', path)).status === 404, '404')
  const led = await send('GET', '/signin?a=b', {}, undefined, nginx.http_port)
  const location = String(led.headers.location)
  check('a page over http', led.status === 308 && location === `https://${OWN}/signin?a=b`, `${led.status} ${location}`)
  const clear = await send('GET', '/v3/appendix/user_data', { authorization: 'Basic eDp5' }, undefined, nginx.http_port)
  check('credentials over http', clear.status === 403, `${clear.status} ${clear.text.trim()}`)
  const other = await send('GET', '/', { host: STAFF }, undefined, nginx.http_port)
  check('another name over http', other.status === 421, `${other.status}`)
} finally {
  await nginx.stop()
  await echoing.stop()
  echo.close()
  await server.stop()
}
console.log(failures.length === 0 ? 'the proxy lets nothing through' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
