import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe, newPage } from './harness-browser.ts'

const desktop = { width: 800, height: 600 }
const clean = '<!doctype html><html lang="en"><title>x</title><main><h1>Hello</h1></main></html>'
const pages: Record<string, string> = {
  '/clean': clean,
  '/throws': `${clean}<script src="/throws.js"></script>`,
  '/throws.js': 'console.error("said so"); throw new Error("thrown")',
  '/inline': `${clean}<script>1</script>`,
  '/unreachable': `${clean}<img alt="x" src="/dropped">`,
  '/unlabelled': '<!doctype html><html lang="en"><title>x</title><main><h1>x</h1><input></main></html>',
}

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/dropped') return request.socket.destroy()
    const body = pages[request.url ?? '']
    response.writeHead(body ? 200 : 404, {
      'content-type': request.url?.endsWith('.js') ? 'text/javascript' : 'text/html',
      'content-security-policy': "default-src 'none'; script-src 'self'; img-src 'self'",
    })
    return response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a page without faults passes, and axe runs under a strict content security policy', async () => {
  const page = await newPage({ ...desktop, theme: 'dark', language: 'de-DE' })
  await page.goto(`${url}/clean`)
  await axe(page)
  page.expectClean(/favicon/)
  expect(await page.evaluate(() => [matchMedia('(prefers-color-scheme: dark)').matches, navigator.language])).toEqual([
    true,
    'de-DE',
  ])
})

test.each([
  ['/throws', /exception: thrown/],
  ['/throws', /console: said so/],
  ['/inline', /CSP: script-src-elem blocked inline/],
  ['/unreachable', /request: GET .*\/dropped net::ERR_EMPTY_RESPONSE/],
])('a page records its faults: %s', async (path, fault) => {
  const page = await newPage(desktop)
  await page.goto(url + path)
  await expect.poll(page.faults).toContainEqual(expect.stringMatching(fault))
  expect(() => page.expectClean(/favicon/)).toThrow(fault)
})

test('axe lists its findings', async () => {
  const page = await newPage(desktop)
  await page.goto(`${url}/unlabelled`)
  await expect(axe(page)).rejects.toThrow(/label: .*\n\s+input/)
})
