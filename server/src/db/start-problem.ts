const NAME = 'StartProblem'

/** A failure the operator can mend: one line that says what is wrong and what to do, printed without a stack. */
export function startProblem(message: string): Error {
  const problem = new Error(message.replace(/\s+/g, ' ').trim())
  problem.name = NAME
  return problem
}

export function isStartProblem(e: unknown): e is Error {
  return e instanceof Error && e.name === NAME
}
