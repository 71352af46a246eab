// Processes beside the gateway for its measurement: `upstream`, which answers at once, and `proxy`, which only forwards.

import { createServer } from 'node:http'
import { Pool } from 'undici'
import { CODE } from '../contract/src/codes.ts'

const [role, target = ''] = process.argv.slice(2)
const items = Array.from({ length: 10 }, (_, rank) => ({
  type: 'organic',
  rank_group: rank + 1,
  domain: `site-${rank}.example`,
  title: 'A title as long as titles usually are on such a page',
  url: `https://site-${rank}.example/some/path/to/a/page`,
  description:
    'A few words about the page, which are as long as they usually are, so that the answer has a usual size.',
}))
const answer = JSON.stringify({
  version: '0.1',
  status_code: CODE.ok,
  status_message: 'Ok.',
  tasks: [{ id: '1', status_code: CODE.ok, status_message: 'Ok.', result: [{ keyword: 'x', items }] }],
})
const pool = role === 'proxy' ? new Pool(target, { connections: 256 }) : undefined

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const head = { 'content-type': 'application/json' }
  if (!pool) return response.writeHead(200, head).end(answer)
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: request.url ?? '/',
    headers: head,
    body: Buffer.concat(chunks),
  })
  return response.writeHead(statusCode, head).end(Buffer.from(await body.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
// These processes end with the measurement, however it ends.
process.stdin.on('end', () => process.exit(0)).resume()
