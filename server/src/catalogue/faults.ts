import { startProblem } from '#db/start-problem.ts'
import type { Key } from '#files/yaml-file.ts'
import type { Source } from './read-yaml.ts'

const SHOWN = 5

type At = Pick<Source, 'file' | 'line'>

/** Collects the faults in the operator's files, so that one start reports all of them. */
export interface Faults {
  add(source: At, path: readonly Key[], reason: string): void
  /** Throws when there are any. */
  settle(): void
}

/** Faults that can be read before they are thrown. */
export interface GatheredFaults extends Faults {
  /** Each with file and line, in the order they were found. */
  texts(): string[]
  /** Adds the faults after the first `from` ones to another list. */
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
