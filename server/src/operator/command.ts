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
  options: Record<string, { about: string; required?: true }>
  run(door: OperatorDoor, given: Given): Promise<{ text: string; data: unknown }>
}

export const usageError = startProblem
export const by = () => userInfo().username
