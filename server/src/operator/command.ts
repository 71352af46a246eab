import { userInfo } from 'node:os'
import { startProblem } from '#db/start-problem.ts'
import type { OperatorAccess } from './token.ts'

export interface Given {
  words: string[]
  options: Record<string, string>
  json: boolean
}

interface About {
  name: string
  usage: string
  about: string
  /** Number of plain words it takes. */
  arguments: number
  /** The server's names of those words, in their order. */
  fields?: string[]
  /** `field`: the server's name, when it differs; a flag takes no value. */
  options: Record<string, { about: string; required?: true; field?: string; is_flag?: true }>
  /** What --yes confirms, where that is no booking. */
  confirmation?: { done: string; doing: string }
}

export interface Result {
  text: string
  data: unknown
}

type Answer = Promise<Result>

/** Most call the running server. One that works without it gets its access where there is one. */
export type Command = About &
  (
    | { needs_server?: true; run(access: OperatorAccess, given: Given): Answer }
    | { needs_server: false; run(access: OperatorAccess | undefined, given: Given): Answer }
  )

export const usageError = startProblem
export const by = () => userInfo().username
/** For a command that books money. */
export const YES = { about: 'books a large amount without asking', is_flag: true } as const
