import type { CatalogueFunction, CatalogueMethod } from '@portico/contract/catalogue.ts'
import { paths } from './paths.ts'

/** The parts of a function and its methods that its address is made of. */
type Named = Pick<CatalogueFunction, 'id'> & { methods: readonly Pick<CatalogueMethod, 'id' | 'path'>[] }

/** The way to a section of the playground. */
export function sectionAddress(section: string): string {
  return paths.apiPlaygroundSection.replace(':section', () => encodeURIComponent(section))
}

/** The way to a call of the past, with the form filled in as it was asked. */
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

/** What its path has beyond the function: `live/advanced`. Where another has the same, all of it with its HTTP method. */
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
 * A slash within a segment is lost on the way through many a server, so a point stands for it; a point that is meant has a `~`
 * before it. So has a name of digits alone, which would be read as the number of a project, and one without any letter.
 */
function toSegment(text: string): string {
  const escaped = text.replaceAll(/[.~]/g, '~$&').replaceAll('/', '.')
  return /^\d*$/.test(escaped) ? `~${escaped}` : escaped
}

function fromSegment(segment: string): string {
  return segment.replaceAll(/~(.?)|\./gsu, (_, meant: string | undefined) => meant ?? '/')
}
