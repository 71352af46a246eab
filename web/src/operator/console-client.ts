import { operator } from '@portico/contract/operator.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { createQueryClient } from '#lib/query-client.ts'

/**
 * To a browser without a session the console does not exist: when an answer reads so, the page requests who it is, and where
 * there is no session any more, the server leads to the sign-in and back here.
 */
export function consoleClient(): QueryClient {
  const client = createQueryClient()
  client.getQueryCache().config.onError = (error) => void leaveWhenSignedOut(error)
  return client
}

export async function leaveWhenSignedOut(error: unknown): Promise<void> {
  if (!isRefused(error)) return
  try {
    await call(operator.consoleMe, {})
  } catch (problem) {
    if (isRefused(problem)) location.reload()
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Problem && error.code === 'not_allowed'
}
