const named = /`((?:contract|server|web|tools|e2e|bench)\/[\w./-]+|README\.md)`/g

/** Output of the web build, absent before the first build. */
const built = /^web\/dist\b/

/** Files and folders that a page names by full path and that do not exist. */
export function checkNamed(page: { path: string; text: string }, exists: (path: string) => boolean): string[] {
  return [...page.text.matchAll(named)].flatMap(([, path = '']) =>
    built.test(path) || exists(path) ? [] : [`${page.path} names ${path}, which does not exist`],
  )
}

export interface Change {
  request: string
  /** Number of files to edit or to add. */
  files: number
  /** The number that the page states, if any. */
  stated: number | undefined
}

/** The rows of docs/where-to-change.md. */
export function readChanges(text: string): Change[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (request|---)/.test(line))
    .map((line) => {
      const [, request = '', , files = '', number = ''] = line.split(' | ').flatMap((cell) => cell.split(/^\| | \|$/))
      return {
        request,
        files: [...files.matchAll(named)].length + [...files.matchAll(/\*new:\*/g)].length,
        stated: /^\d+$/.test(number) ? Number(number) : undefined,
      }
    })
}
