const NAME = 'StartProblem'

/**
 * A failure the operator can fix: one line with the cause and the remedy, printed without a stack. Details may follow
 * as a list, one line each.
 */
export function startProblem(message: string, list: readonly string[] = []): Error {
  const problem = new Error([message, ...list].map((line) => line.replace(/\s+/g, ' ').trim()).join('\n  '))
  problem.name = NAME
  return problem
}

export function isStartProblem(e: unknown): e is Error {
  return e instanceof Error && e.name === NAME
}
