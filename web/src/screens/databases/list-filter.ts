import { DATABASE_CATEGORIES, type DatabaseCategory, type DatabaseSummary } from '@portico/contract/databases.ts'

export interface ListFilter {
  search: string
  category: DatabaseCategory | ''
  location: string
}
const NAMES = ['search', 'category', 'location'] as const

export function readFilter(query: string): ListFilter {
  const params = new URLSearchParams(query)
  const location = params.get('location') ?? ''
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    category: DATABASE_CATEGORIES.find((category) => category === params.get('category')) ?? '',
    location: /^[A-Z]{2}$/.test(location) ? location : '',
  }
}

export function writeFilter(query: string, change: Partial<ListFilter>): string {
  const next = new URLSearchParams(query)
  for (const name of NAMES) {
    const value = change[name]
    if (value === '') next.delete(name)
    else if (value !== undefined) next.set(name, value)
  }
  return next.size > 0 ? `?${next}` : ''
}

export function isFiltered(filter: ListFilter): boolean {
  return NAMES.some((name) => filter[name] !== '')
}

/** Every word that was typed is somewhere in its texts. */
export function matching(databases: readonly DatabaseSummary[], { search, category, location }: ListFilter) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return databases.filter((one) => {
    const text = `${one.title} ${one.summary} ${one.source} ${one.id}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (category === '' || one.category === category) &&
      (location === '' || one.locations.includes(location))
    )
  })
}
