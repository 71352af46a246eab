import { Problem } from '#lib/problem.ts'

/** The message when this user may not see the section; other failures are shown by each part. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof Problem && error.code === 'not_allowed' ? error.message : undefined
}
