import { readdirSync } from 'node:fs'
import { errorText } from './error-code.ts'
import { startProblem } from './start-problem.ts'

/** The names of the SQL files that come with us, in order. */
export function sqlFilesIn(dir: string, what: 'functions' | 'migrations'): string[] {
  try {
    return readdirSync(dir)
      .filter((file) => file.endsWith('.sql'))
      .sort()
  } catch (e) {
    throw startProblem(`The ${what} in ${dir} cannot be read: ${errorText(e)}. Install Portico again.`)
  }
}
