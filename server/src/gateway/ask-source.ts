import { answerFromSample, type Entry, isSafePathValue } from '#catalogue/room.ts'
import { CODES } from './codes.ts'
import type { Gate } from './gate.ts'
import { type Answer, noAnswer, readAnswer } from './read-answer.ts'
import type { Task } from './read-request.ts'

export interface Question {
  entry: Entry
  params: Record<string, string>
  task: Task
  is_sandbox: boolean
  /** Dates in a sample follow it. */
  at: Date
}

/** Asks whoever holds the data: upstream where there is one, the sample source in the sandbox and everywhere else. */
export async function askSource(gate: Gate, question: Question): Promise<Answer> {
  const { entry, params, task } = question
  if (!gate.upstream || question.is_sandbox) return askSample(gate, question)
  const is_list = entry.upstream_path.startsWith('/v3/')
  const is_query = entry.http_method === 'GET' || entry.http_method === 'DELETE'
  const path = fillPath(entry.upstream_path, params)
  if (path === undefined) {
    gate.ctx.log.error({ entry: entry.id }, 'upstream not called: a path parameter is missing or not safe')
    return noAnswer(50301)
  }
  const answer = await gate.upstream.call({
    method: entry.http_method,
    path: is_query ? path + queryOf(task) : path,
    ...(!is_query && { body: is_list ? [task] : task }),
  })
  return readAnswer(entry, answer)
}

export function askSample(gate: Gate, { entry, params, task, at }: Question): Answer {
  try {
    const { result, results, pages = 0 } = answerFromSample(entry, { ...task, ...params }, at)
    return { code: 20000, message: CODES[20000], result, results, pages }
  } catch (error) {
    gate.ctx.log.error({ err: error, entry: entry.id }, 'the sample source failed')
    return noAnswer(50000)
  }
}

/** The one place where a value becomes part of an address: it is encoded once, and what could lead elsewhere goes nowhere. */
function fillPath(path: string, params: Record<string, string>): string | undefined {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  if (!names.every((name) => isSafePathValue(params[name] ?? ''))) return undefined
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(task: Task): string {
  const fields = Object.entries(task).filter(([, value]) => value !== null && value !== undefined)
  if (fields.length === 0) return ''
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return `?${new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, text(value)])))}`
}
