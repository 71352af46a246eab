import { createServer } from 'node:http'
import { auth } from '@portico/contract/auth.ts'
import { booting } from '@portico/contract/boot.ts'
import type { BotChallenge } from '@portico/contract/bot-check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '../server/src/testing/variants.ts'
import { solveProof } from '../web/src/lib/solve-proof.ts'
import { openServer, type Server, startServer } from './harness.ts'
import { newPage } from './harness-browser.ts'
import { DEMO, DESKTOP, signIn as signInOn } from './harness-people.ts'

let server: Server
beforeAll(async () => {
  server = await openServer({ BOT_CHECK: 'proof-of-work' })
})

/** The token our page would send, computed by its own solver. */
async function tokenFor(action: string): Promise<string> {
  const challenge: BotChallenge = await (await fetch(`${server.url}${auth.challenge.path}?action=${action}`)).json()
  if (challenge.kind !== 'proof-of-work')
    throw new Error(`the server requires ${challenge.kind} instead of a proof of work`)
  return solveProof(challenge)
}

async function signIn(captcha: string): Promise<string> {
  const first = await fetch(server.url + booting.boot.path)
  const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.replace('XSRF-TOKEN=', '') ?? ''
  const answer = await fetch(server.url + auth.authenticate.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: cookies.join('; '),
      'x-xsrf-token': decodeURIComponent(xsrf),
      origin: server.url,
    },
    body: JSON.stringify({ ...DEMO, captcha }),
  })
  const body = await answer.json()
  return answer.ok ? 'signed in' : body.code
}

test('A5 CA-04 the proof of work of our page signs in once, and any other token is refused', async () => {
  const token = await tokenFor('signin')
  expect(await signIn(token)).toBe('signed in')
  expect(await signIn(token)).toBe('bot_check_failed')
  expect(await signIn(await tokenFor('signup'))).toBe('bot_check_failed')
  expect(await signIn('')).toBe('bot_check_failed')
})

/** Replacements for the services' scripts, with the same effects on the page as far as its policy allows. */
const TURNSTILE = `window.turnstile = {
  render(place, options) {
    const frame = document.createElement('iframe')
    frame.src = 'https://challenges.cloudflare.com/cdn-cgi/challenge'
    frame.onload = () => options.callback('token-' + options.sitekey + '-' + options.action)
    place.append(frame)
    return 'widget'
  },
  remove() {},
}`
const RECAPTCHA = `
const urls = trustedTypes.createPolicy('recaptcha', { createScriptURL: (url) => url })
const html = trustedTypes.createPolicy('goog#html', { createHTML: (text) => text })
window.grecaptcha = { ready: (then) => window.addEventListener('rest-is-there', then) }
const rest = document.createElement('script')
rest.src = urls.createScriptURL('https://www.gstatic.com/recaptcha/releases/rest.js')
document.head.append(rest)
document.createElement('div').innerHTML = html.createHTML('<b>badge</b>')`
const REST = `
grecaptcha.execute = (key, { action }) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  frame.src = 'https://www.google.com/recaptcha/api2/anchor'
  frame.onload = () => resolve('token-' + key + '-' + action)
  document.body.append(frame)
})
window.dispatchEvent(new Event('rest-is-there'))`
const FAKE_SCRIPTS: Record<string, string> = {
  'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit': TURNSTILE,
  'https://www.google.com/recaptcha/api.js?render=site&trustedtypes=true': RECAPTCHA,
  'https://www.gstatic.com/recaptcha/releases/rest.js': REST,
}

/** The verification endpoint of the service, which our server calls. */
const requested: string[] = []
const service = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    requested.push(new URLSearchParams(body).get('response') ?? '')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        success: true,
        action: 'signin',
        hostname: 'localhost',
        score: 0.9,
        challenge_ts: new Date().toISOString(),
      }),
    )
  })
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

for (const [kind, options] of variants(['turnstile', 'recaptcha']))
  test(`CA-04 F8 ${kind} gives its token on our page, under our page’s policy`, options, async () => {
    requested.length = 0
    if (!service.listening) await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    const address = service.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const keys = { BOT_CHECK_SITE_KEY: 'site', BOT_CHECK_SECRET: 'secret' }
    const other = await startServer({ BOT_CHECK: kind, ...keys, BOT_CHECK_URL: `http://127.0.0.1:${port}/verify` })
    const page = await newPage(DESKTOP)
    const loaded: string[] = []
    await page.route(/^https:/, (route) => {
      const url = route.request().url()
      loaded.push(url)
      const script = FAKE_SCRIPTS[url]
      if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
      return route.fulfill({ contentType: 'text/html', body: '<p>a frame of theirs' })
    })
    await page.goto(`${other.url}/signin`)
    // Opening the page alone sends nothing to the service.
    expect(loaded).toEqual([])
    await signInOn(page, DEMO)
    await page.waitForURL('**/api-dashboard')
    expect(requested).toEqual(['token-site-signin'])
    expect(loaded.length).toBeGreaterThan(1)
    page.expectClean()
  })
