const named = /`((?:contract|server|web|tools|e2e|bench)\/[\w./-]+|README\.md)`/g

/** What the build of the web leaves is not there before it. */
const built = /^web\/dist\b/

/** Files and folders a page names in full that are not there. */
export function checkNamed(page: { path: string; text: string }, exists: (path: string) => boolean): string[] {
  return [...page.text.matchAll(named)].flatMap(([, path = '']) =>
    built.test(path) || exists(path) ? [] : [`${page.path} names ${path}, which does not exist`],
  )
}

export interface Change {
  request: string
  /** Files that are there and files that are new. */
  files: number
  /** As the page says it; undefined where it says none. */
  said: number | undefined
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
        said: /^\d+$/.test(number) ? Number(number) : undefined,
      }
    })
}
