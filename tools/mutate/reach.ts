import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../ready/folders.mjs'

/** What the tests of a file reach, remembered until its text changes. */
export interface Reach {
  hash: string
  /** By name; what hooks reach has no name. */
  tests: Record<string, TestReach>
}

export interface TestReach {
  time_ms: number
  /** Conditions, and files of functions. */
  reached: string[]
}

const MEMORY = join(root, '.cache', 'conditions.json')

interface Memory {
  keys: string[]
  files: [string, { hash: string; tests: [string, number, number[]][] }][]
}

export function readReach(): Map<string, Reach> {
  if (!existsSync(MEMORY)) return new Map()
  const { keys, files }: Memory = JSON.parse(readFileSync(MEMORY, 'utf8'))
  return new Map(
    files.map(([path, { hash, tests }]) => [
      path,
      {
        hash,
        tests: Object.fromEntries(
          tests.map(([name, time_ms, numbers]) => [
            name,
            { time_ms, reached: numbers.flatMap((number) => keys[number] ?? []) },
          ]),
        ),
      },
    ]),
  )
}

export function writeReach(reach: Map<string, Reach>): void {
  const numbers = new Map<string, number>()
  const numberOf = (key: string) => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const files = [...reach].map(([path, { hash, tests }]) => [
    path,
    {
      hash,
      tests: Object.entries(tests).map(([name, { time_ms, reached }]) => [name, time_ms, reached.map(numberOf)]),
    },
  ])
  mkdirSync(dirname(MEMORY), { recursive: true })
  writeFileSync(MEMORY, JSON.stringify({ keys: [...numbers.keys()], files }))
}

/** The names of the tests of a file that reach a condition; all of them if a hook does. */
export function testsThatReach({ tests }: Reach, key: string): string[] {
  const [path = ''] = key.split('.sql#')
  const isReached = ({ reached }: TestReach) =>
    reached.includes(key) || (key.includes('.sql#') && reached.includes(`${path}.sql`))
  const names = Object.keys(tests).filter((name) => name !== '')
  const hooks = tests['']
  if (hooks && isReached(hooks)) return names
  return names.filter((name) => {
    const test = tests[name]
    return test && isReached(test)
  })
}
