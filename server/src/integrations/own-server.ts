import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
import { isProblemCode, Problem } from '@portico/contract/problem.ts'
import type { ProblemBody } from '@portico/contract/problem-body.ts'

/** Calls the running server from the command line, another process on the same machine. */
export async function callServer<E extends Endpoint>(
  server: { url: string; token: string },
  endpoint: E,
  input: Sent<E>,
  timeout_ms = 60_000,
): Promise<Output<E>> {
  const { method, path } = endpoint
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(`${server.url}${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      // A connection stays with one worker: another call reaches another worker.
      connection: 'close',
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
    signal: AbortSignal.timeout(timeout_ms),
  }).catch(() => {
    throw new Problem('unreachable')
  })
  const body: Partial<ProblemBody> = JSON.parse((await answer.text()) || '{}')
  if (!answer.ok) throw new Problem(isProblemCode(body.code) ? body.code : 'internal', { fields: body.fields ?? {} })
  return endpoint.output.parse(body) as Output<E>
}
