import { matchesGlob } from 'node:path'
import { factsOf } from './facts.ts'
import { at, isTest, type Source } from './tree.ts'

export type Rule = {
  what: string
  /** Matched against the facts of a file (facts.ts). */
  words: RegExp
  /** Where the rule holds, and where in there it does not. */
  within: string[]
  except: string[]
  tests: 'free' | 'bound'
}

export const product = ['contract/**', 'server/**', 'web/**']

export function checkRules(rules: Rule[], sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const bound = rules.filter((rule) => isBound(rule, source))
    if (!bound.length) return []
    return factsOf(source).flatMap(({ words, start }) =>
      bound.filter((rule) => rule.words.test(words)).map(({ what }) => `${at(source, start)} has ${words}: ${what}`),
    )
  })
}

function isBound({ within, except, tests }: Rule, source: Source): boolean {
  const matches = (glob: string) => matchesGlob(source.path, glob)
  return within.some(matches) && !except.some(matches) && !(tests === 'free' && isTest(source))
}
