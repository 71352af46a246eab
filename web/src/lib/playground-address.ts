import type { CatalogueFunction, CatalogueMethod } from '@portico/contract/catalogue.ts'
import { paths } from './paths.ts'

/** The parts of a function and its methods that its address is made of. */
type Named = Pick<CatalogueFunction, 'id'> & { methods: readonly Pick<CatalogueMethod, 'id' | 'path'>[] }

/** The way to a section of the playground. */
export function sectionAddress(section: string): string {
  return paths.apiPlaygroundSection.replace(':section', () => encodeURIComponent(section))
}

/** The way to a past call, with the form filled in as it was sent. */
export function pastCallAddress(section: string, id: string): string {
  return `${sectionAddress(section)}?${new URLSearchParams({ from: id })}`
}

/** The way to a function, and to one of its methods: as a path, so that it can be read and passed on. */
export function functionAddress(section: string, chosen: Named, method_id?: string): string {
  const method = chosen.methods.find(({ id }) => id === method_id)
  const segments = method ? [chosen.id, methodName(chosen, method)] : [chosen.id]
  return [sectionAddress(section), ...segments.map((text) => encodeURIComponent(toSegment(text)))].join('/')
}

/** The function and the method that the segments behind the section name. */
export function namedIn<F extends Named>(functions: readonly F[], [one, other]: readonly string[]) {
  const chosen = one === undefined ? undefined : functions.find(({ id }) => id === fromSegment(one))
  const method =
    other === undefined
      ? undefined
      : chosen?.methods.find((method) => methodName(chosen, method) === fromSegment(other))
  return { function: chosen, method_id: method?.id }
}

/**
 * The part of its path after the function: `live/advanced`. If another has the same, the whole path with its HTTP
 * method.
 */
function methodName(chosen: Named, method: Named['methods'][number]): string {
  const tail = tailOf(chosen, method)
  const isAlone = tail !== '' && chosen.methods.filter((one) => tailOf(chosen, one) === tail).length === 1
  return isAlone ? tail : method.id.replace(/^(\S+) /, (_, verb: string) => verb.toLowerCase())
}

function tailOf({ id }: Named, { path }: Named['methods'][number]): string {
  const own = `/${id}/`
  const at = path.indexOf(own)
  return at < 0 ? '' : path.slice(at + own.length)
}

/**
 * Many servers lose a slash within a segment, so a dot replaces it; a real dot has a `~` before it. So does a name of
 * digits alone, which would be read as the number of a project, and one without any alphabetic character.
 */
function toSegment(text: string): string {
  const escaped = text.replaceAll(/[.~]/g, '~$&').replaceAll('/', '.')
  return /^\d*$/.test(escaped) ? `~${escaped}` : escaped
}

function fromSegment(segment: string): string {
  return segment.replaceAll(/~(.?)|\./gsu, (_, meant: string | undefined) => meant ?? '/')
}
