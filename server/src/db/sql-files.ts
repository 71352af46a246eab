import { readdirSync } from 'node:fs'
import { errorText } from './error-code.ts'
import { startProblem } from './start-problem.ts'

/** The names of our own SQL files, in order. */
export function sqlFilesIn(dir: string, what: 'functions' | 'migrations'): string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith('.sql'))
      .sort()
  } catch (e) {
    throw startProblem(`The ${what} in ${dir} cannot be read: ${errorText(e)}. Install Portico again.`)
  }
}
