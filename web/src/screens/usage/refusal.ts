import { Problem } from '#lib/problem.ts'

/** What to say when the section is not this user's to see; other failures are told by each part for itself. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof Problem && error.code === 'not_allowed' ? error.message : undefined
}
