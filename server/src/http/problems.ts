import { PROBLEMS, Problem } from '@portico/contract/problem.ts'
import { problemBody } from '@portico/contract/problem-body.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#ctx/ctx.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { isPage } from './page-address.ts'
import { lineOf } from './request-log.ts'

/**
 * The only function that turns a failure into an answer. Any error other than a Problem is logged in full and answered
 * with two words.
 */
export function answerProblems(app: FastifyInstance, ctx: Ctx, busyPage: Answerer): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error)
    const where = { ...lineOf(request), route: request.routeOptions.url }
    if (problem.code === 'internal') ctx.log.error({ err: error, ...where }, 'request failed')
    else if (!(error instanceof Problem) && problem.code === 'busy')
      ctx.log.warn({ reason: error.message, ...where }, 'database unavailable')
    if (problem.code === 'busy' && wantsPage(request)) return busyPage(request, retryLater(reply.code(503)))
    return answer(request, reply, problem)
  })
}

export function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const { status } = PROBLEMS[problem.code]
  if (status === 503) retryLater(reply)
  if (status === 429) reply.header('retry-after', String(Number(problem.values.minutes ?? 1) * 60))
  return reply.code(status).header('cache-control', 'no-store').send(problemBody(problem, request.id))
}

type Answerer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** True for a page load; scripts and programs name what they read. */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return isPage(method, url.split('?')[0] ?? '/') && (headers.accept ?? '').includes('text/html')
}

function retryLater(reply: FastifyReply): FastifyReply {
  return reply.header('retry-after', '2')
}

function asProblem(error: FastifyError | undefined): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) return new Problem('busy')
  const status = error?.statusCode ?? 500
  return new Problem(status >= 400 && status < 500 ? 'bad_request' : 'internal')
}
