import { startProblem } from '#db/start-problem.ts'
import type { Key } from '#files/yaml-file.ts'
import type { Source } from './read-yaml.ts'

const SHOWN = 5

type At = Pick<Source, 'file' | 'line'>

/** What is wrong in the operator's files, gathered so that one start names more than one mistake. */
export interface Faults {
  add(source: At, path: readonly Key[], reason: string): void
  /** Stops the start when there are any. */
  settle(): void
}

/** The same where faults are looked at before anything stops for them. */
export interface GatheredFaults extends Faults {
  /** Each with file and line, in the order they were found. */
  texts(): string[]
  /** Says again, to another list, what was found after `from` faults. */
  repeat(to: Faults, from?: number): void
  count(): number
}

export function gatherFaults(): GatheredFaults {
  const found: { source: At; path: readonly Key[]; reason: string }[] = []
  const texts = () => [
    ...new Set(found.map(({ source, path, reason }) => `${source.file}:${source.line(path)}: ${reason}.`)),
  ]
  return {
    add: (source, path, reason) => found.push({ source, path, reason }),
    texts,
    count: () => found.length,
    repeat: (to, from = 0) => {
      for (const { source, path, reason } of found.slice(from)) to.add(source, path, reason)
    },
    settle() {
      const all = texts()
      if (all.length === 0) return
      const rest = all.length > SHOWN ? ` And ${all.length - SHOWN} more.` : ''
      throw startProblem(all.slice(0, SHOWN).join(' ') + rest)
    },
  }
}
