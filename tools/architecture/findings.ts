import { idsInTitles } from './requirements.ts'
import { isTest, type Source } from './tree.ts'

const idPattern = /\bSEC2?-[HMLN]\d+\b/g
const row = /^\| (SEC2?-[HMLN]\d+) \|.*\| ([^|]+) \|$/gm

/** The table of findings in docs/security.md against the tests: each closed by a test in the files its row names, one of them in `npm test`. */
export function checkFindings(document: string, sources: Source[]): string[] {
  const rows = [...document.matchAll(row)].map(([, id = '', files = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }))
  const named = sources
    .filter(isTest)
    .flatMap((source) => idsInTitles(source, idPattern).map((found) => ({ ...found, path: source.path })))
  return [
    ...rows.filter(({ files }) => files.length === 0).map(({ id }) => `${id} names no test`),
    ...rows
      .filter(
        ({ id }) => named.some((found) => found.id === id) && !named.some((found) => found.id === id && !found.isLong),
      )
      .map(({ id }) => `${id} has long tests alone, which npm test leaves out`),
    ...rows.flatMap(({ id, files }) =>
      files
        .filter((file) => !named.some((found) => found.id === id && found.path === file))
        .map((file) => `${id} has no test in ${file}`),
    ),
    ...named
      .filter(({ id }) => !rows.some((known) => known.id === id))
      .map(({ id, where }) => `${where} names ${id}, which docs/security.md does not list`),
  ]
}
