import type { Problem, ProblemCode, ProblemDetails } from './problem.ts'

/** A problem as it is sent: `msg` and `errors` as the seed names them, `code` for the program. */
export interface ProblemBody extends ProblemDetails {
  type: 'error'
  code: ProblemCode
  msg: string
  errors: string[]
  request_id?: string
}

export function problemBody(problem: Problem, request_id?: string): ProblemBody {
  const messages = Object.values(problem.fields)
  return {
    type: 'error',
    code: problem.code,
    msg: problem.message,
    errors: messages.length > 0 ? [...new Set(messages)] : [problem.message],
    ...(Object.keys(problem.values).length > 0 && { values: problem.values }),
    ...(messages.length > 0 && { fields: problem.fields }),
    ...(request_id && { request_id }),
  }
}
