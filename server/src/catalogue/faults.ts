import { startProblem } from '#db/start-problem.ts'
import type { Key } from '../yaml-file.ts'
import type { Source } from './read-yaml.ts'

const SHOWN = 5

/** What is wrong in the operator's files, gathered so that one start names more than one mistake. */
export interface Faults {
  add(source: Pick<Source, 'file' | 'line'>, path: readonly Key[], reason: string): void
  /** Stops the start when there are any. */
  settle(): void
}

export function gatherFaults(): Faults {
  const texts = new Set<string>()
  return {
    add: (source, path, reason) => texts.add(`${source.file}:${source.line(path)}: ${reason}.`),
    settle() {
      if (texts.size === 0) return
      const rest = texts.size > SHOWN ? ` And ${texts.size - SHOWN} more.` : ''
      throw startProblem([...texts].slice(0, SHOWN).join(' ') + rest)
    },
  }
}
