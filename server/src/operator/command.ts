import { userInfo } from 'node:os'
import { startProblem } from '#db/start-problem.ts'
import type { OperatorDoor } from './token.ts'

export interface Given {
  words: string[]
  options: Record<string, string>
  json: boolean
}

export interface Command {
  name: string
  usage: string
  about: string
  /** How many plain words it takes. */
  arguments: number
  /** What the server calls those words, in their order. */
  fields?: string[]
  /** `field`: what the server calls it, when that is another name. */
  options: Record<string, { about: string; required?: true; field?: string }>
  run(door: OperatorDoor, given: Given): Promise<{ text: string; data: unknown }>
}

export const usageError = startProblem
export const by = () => userInfo().username
