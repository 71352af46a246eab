import { type LeftOut, leftOut } from './left-out.ts'
import type { Operation } from './read-operations.ts'

/** First path segments of the dashboard, its API and its files. */
const TAKEN =
  /^(api(-.*)?|v3|sandbox|assets|webhooks|mcp|o|token|users|databases|development|backlinks-.*|h2h-.*|login.*|signin.*|signup|register|activate.*|accept-invitation|forgot-password|reset-password|resend-activation|restore-email|unsubscribe|socialite.*|third-party|test-processor|outbox|healthz|readyz|metrics|robots\.txt|manifest\.webmanifest|openapi\.(json|yaml)|postman\.json|requests\.http|brand-.*|brand|ngsw.*|offline-.*|favicon.*|404)$/
/** Reserved on the API host too: these segments select the sandbox and the API family. */
const ALWAYS_TAKEN = ['', 'sandbox', 'v3']

/** First segments of paths answered outside `/v3`. */
export interface PlainRoots {
  everywhere: string[]
  /** Segments that the dashboard uses too: these are answered on the host of API_URL only. */
  on_api_host: string[]
}

/** Operations that can be reached; one whose address the dashboard uses is left out. */
export function reachable(
  operations: readonly Operation[],
  has_api_host: boolean,
  left_out: LeftOut[],
): { operations: Operation[]; roots: PlainRoots } {
  const roots = { everywhere: new Set<string>(), on_api_host: new Set<string>() }
  const reached = operations.filter(({ plain, path, id, node, function_id }) => {
    const [, root = ''] = path.split('/')
    if (!plain || (root === 'v3' && path.length > '/v3'.length)) return true
    const is_word = /^[\w.~-]+$/.test(root) && !ALWAYS_TAKEN.includes(root)
    if (is_word && (has_api_host || !TAKEN.test(root))) {
      roots[TAKEN.test(root) ? 'on_api_host' : 'everywhere'].add(root)
      return true
    }
    const reason = is_word
      ? `/${root} is an address of the dashboard`
      : `an address cannot begin with ${root === '' ? 'nothing' : root}`
    const mend = `set API_PREFIX, such as API_PREFIX=/data${is_word ? ', or a host of its own for the data API, API_URL' : ''}`
    left_out.push(leftOut({ id, node, why: 'address', reason, mend, function_id }))
    return false
  })
  return { operations: reached, roots: { everywhere: [...roots.everywhere], on_api_host: [...roots.on_api_host] } }
}
