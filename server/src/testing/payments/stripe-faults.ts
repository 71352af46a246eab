import type { ServerResponse } from 'node:http'
import { failure, type Reply } from './stripe-replies.ts'

/** `request`: it never arrives; `reply`: it is done, but the answer is lost. */
export type Loss = 'request' | 'reply' | undefined

/**
 * Faults of one request. `500` and `500_after` are stored under the key of the request, without and with its effect; `…_after`: it
 * was done, but the answer is wrong.
 */
export const NETWORK_FAULTS = [
  '429',
  '500',
  '500_after',
  '502_after',
  'reset',
  'reset_after',
  'silence',
  'silence_after',
  'html_after',
  'cut_after',
] as const
export type NetworkFault = (typeof NETWORK_FAULTS)[number]

type Shown = { status: number; text: string } | 'reset' | 'silence'

/** The answer as the client sees it. */
export function shownOf(fault: NetworkFault | undefined, loss: Loss, done: Reply | undefined): Shown {
  if (loss) return written(failure(503, 'api_error', 'lost on the way'))
  switch (fault) {
    case '429':
      return written(failure(429, 'invalid_request_error', 'Too many requests', { code: 'rate_limit' }))
    case '502_after':
      return { status: 502, text: '<html><h1>502 Bad Gateway</h1></html>' }
    case 'html_after':
      return { status: 200, text: '<html>Log in to the network</html>' }
    case 'cut_after':
      return { status: 200, text: JSON.stringify(done?.body).slice(0, 40) }
    case 'reset':
    case 'reset_after':
      return 'reset'
    case 'silence':
    case 'silence_after':
      return 'silence'
    default:
      return written(done ?? failure(500, 'api_error', 'nothing was done'))
  }
}

const written = ({ status, body }: Reply) => ({ status, text: JSON.stringify(body) })

export function send(response: ServerResponse, shown: Shown): void {
  if (shown === 'silence') return
  if (shown === 'reset') return void response.destroy()
  response.writeHead(shown.status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
  response.end(shown.text)
}
