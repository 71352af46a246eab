import { posix } from 'node:path'

const named = /`((?:contract|server|web|tools|e2e|bench|deploy|docs)\/[\w./-]+)`/g

const link = /\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g

/** Output of a build, which need not exist. */
const built = /^(web|server)\/dist\b/

/** Files and folders that a page names by full path and that do not exist. */
export function checkNamed(page: { path: string; text: string }, exists: (path: string) => boolean): string[] {
  return [...page.text.matchAll(named)].flatMap(([, path = '']) =>
    built.test(path) || exists(path) ? [] : [`${page.path} names ${path}, which does not exist`],
  )
}

/** Links of a page to files of this repository, and to headings in them, that are not there. */
export function checkLinks(page: { path: string; text: string }, read: (path: string) => string | undefined): string[] {
  const targets = [...page.text.matchAll(link)].map(([, inline, attribute]) => inline ?? attribute ?? '')
  return targets.flatMap((target) => {
    if (/^https?:/.test(target)) return []
    const [file = '', heading] = target.split('#')
    const text = file === '' ? page.text : read(posix.join(posix.dirname(page.path), file))
    if (text === undefined) return [`${page.path} links to ${target}, which does not exist`]
    if (heading === undefined || headingsOf(text).includes(heading)) return []
    return [`${page.path} links to ${target}, which has no such heading`]
  })
}

/** The anchors that GitHub makes of headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
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
