import type { CatalogueFunction } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun, SavedRequest } from '@portico/contract/playground.ts'

/** The section and the name of a method's function. */
export function findMethod(functions: readonly CatalogueFunction[], method_id: string) {
  const found = functions.find(({ methods }) => methods.some(({ id }) => id === method_id))
  return {
    section: found?.playground ?? '',
    title: found?.title ?? method_id,
    method: found?.methods.find(({ id }) => id === method_id),
  }
}

/** True when one of the texts contains the search text, ignoring case. */
export function holds(search: string, ...texts: string[]): boolean {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(wanted))
}

const QUERY_LENGTH = 40

/**
 * The text that distinguishes two runs of a function: the first text value of the request; undefined when there is
 * none.
 */
export function firstText({ task }: Pick<PlaygroundRun, 'task'>): string | undefined {
  const text = Object.values(task)
    .flat()
    .find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? [...text.slice(0, 2 * QUERY_LENGTH)].slice(0, QUERY_LENGTH).join('') : undefined
}

/** True when two saved requests would look the same in the list. */
export function isSameName(
  one: Pick<SavedRequest, 'name' | 'folder'>,
  other: Pick<SavedRequest, 'name' | 'folder'>,
): boolean {
  return one.name.trim() === other.name.trim() && one.folder.trim() === other.folder.trim()
}
