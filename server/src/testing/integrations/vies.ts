import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the test double of the register handles the next requests. */
export type ViesBehaviour = 'valid' | 'invalid' | 'silent' | 'garbage' | 'html' | { error: string; status?: number }

/** A local test double of VIES that records the requests it receives. */
export async function openTestVies() {
  const requests: Record<string, string>[] = []
  const state: { behaviour: ViesBehaviour; refuses_requester: boolean } = {
    behaviour: 'valid',
    refuses_requester: false,
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body: Record<string, string> = JSON.parse(text)
    requests.push(body)
    const send = (status: number, reply: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    const fail = (error: string, status = 200) => send(status, { actionSucceed: false, errorWrappers: [{ error }] })
    const { behaviour } = state
    if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number') return fail('VOW-ERR-1', 404)
    if (state.refuses_requester && body.requesterNumber) return fail('INVALID_REQUESTER_INFO')
    if (behaviour === 'silent') return
    if (behaviour === 'garbage') return send(200, { valid: 'perhaps' })
    if (behaviour === 'html') return response.writeHead(200).end('<html>gateway</html>')
    if (typeof behaviour === 'object') return fail(behaviour.error, behaviour.status)
    const is_valid = behaviour === 'valid'
    return send(200, {
      countryCode: body.countryCode,
      vatNumber: body.vatNumber,
      requestDate: '2026-03-02T10:00:00.000Z',
      valid: is_valid,
      requestIdentifier: is_valid && body.requesterNumber ? `WAPIAAAA${requests.length}` : '',
      name: is_valid ? 'GROSSE SÖHNE GMBH' : '---',
      address: is_valid ? 'Müllerstraße 15\n10115 Berlin' : '---',
      traderNameMatch: 'NOT_PROCESSED',
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/rest-api`,
    requests,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export type TestVies = Awaited<ReturnType<typeof openTestVies>>
