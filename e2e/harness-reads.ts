// Which reads of the contract a request of the page makes: its own, or several in one.
import { TOGETHER_PATH } from '../contract/src/together-address.ts'

export function readPaths(url: string): string[] {
  const { pathname, searchParams } = new URL(url)
  if (pathname !== TOGETHER_PATH) return [pathname]
  return searchParams.getAll('read').map((address) => address.split('?')[0] ?? '')
}

/** True for a request, or its response, that reads this path. */
export const reading = (path: string) => (sent: { url(): string }) => readPaths(sent.url()).includes(path)
