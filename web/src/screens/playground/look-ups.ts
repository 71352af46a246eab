import { createContext, use } from 'react'

/** Method ids of the provider's own lists, for the function that is tried. */
export interface LookUps {
  locations?: string
  languages?: string
}

const LookUpsContext = createContext<LookUps>({})
export const LookUpsProvider = LookUpsContext

const LISTS: Record<string, keyof LookUps> = {
  location_code: 'locations',
  location_name: 'locations',
  language_code: 'languages',
  language_name: 'languages',
}

export function useLookUp(name: string): string | undefined {
  const lists = use(LookUpsContext)
  const list = LISTS[name]
  return list && lists[list]
}

/** The lists nearest to a path: those of its own engine before those of its API. */
export function lookUpsFor(path: string, methods: { id: string; kind: string; path: string }[]): LookUps {
  const nearest = (end: string) => {
    const lists = methods.filter(
      (one) => one.kind === 'reference' && one.path.endsWith(`/${end}`) && one.id.startsWith('GET '),
    )
    const shared = ({ path: other }: { path: string }) => commonSegments(path, other)
    const best = lists.sort((a, b) => shared(b) - shared(a))[0]
    return best && shared(best) >= 2 ? best.id : undefined
  }
  const locations = nearest('locations') ?? nearest('locations_and_languages')
  const languages = nearest('languages')
  return { ...(locations && { locations }), ...(languages && { languages }) }
}

function commonSegments(a: string, b: string): number {
  const [one, other] = [a.split('/').filter(Boolean), b.split('/').filter(Boolean)]
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}
