import type { CatalogueFunction, CatalogueSection } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { type Findable, findByWords } from '#lib/find-by-words.ts'
import { functionWords, usedFirst } from '#lib/function-words.ts'

interface Given {
  functions: CatalogueFunction[]
  sections: CatalogueSection[]
  /** The section whose functions come first. */
  section_id: string | undefined
  /** Marked with a star, the latest first. */
  favourites: readonly string[]
  /** Ids of the functions that the login calls most, first. */
  most_used: readonly string[]
  /** The newest first. */
  runs: Pick<PlaygroundRun, 'method_id'>[]
}

export interface PickerGroup {
  id: string
  kind: 'found' | 'favourites' | 'recent' | 'section'
  /** The section of a group. */
  title: string
  functions: CatalogueFunction[]
}

const MOST_RECENT = 8
/** More are not read: another word finds the one that is meant. */
const MOST_FOUND = 50
/** A shorter word, such as `the`, finds nothing alone. */
const SHORTEST_ALONE = 4

/** The entries of the list: before a word is typed the most used ones, then every section; afterwards the matches. */
export function pickerGroups(given: Given, typed: string): PickerGroup[] {
  const { functions, favourites } = given
  if (typed.trim() !== '') return [{ id: 'found', kind: 'found', title: '', functions: find(given, typed) }]
  const starred = favourites.flatMap((id) => functions.find((one) => one.id === id) ?? [])
  const recent = recentFunctions(given).filter((one) => !starred.includes(one))
  const all: PickerGroup[] = [
    { id: 'favourites', kind: 'favourites', title: '', functions: starred },
    { id: 'recent', kind: 'recent', title: '', functions: recent.slice(0, MOST_RECENT) },
    ...bySection(given),
  ]
  return all.filter((group) => group.functions.length > 0)
}

/** Among equal matches, a favorite comes first, then what is used most, then one of the open section. */
function find({ functions, favourites, most_used, section_id }: Given, typed: string): CatalogueFunction[] {
  const ranks = new Map(usedFirst(functions, most_used).map((one, at) => [one.id, at]))
  const rank = ({ id, playground }: CatalogueFunction) =>
    (favourites.includes(id) ? 4 : 0) + (most_used.includes(id) ? 2 : 0) + (playground === section_id ? 1 : 0)
  const items = functions
    .toSorted((a, b) => rank(b) - rank(a) || (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
    .map((one) => ({ label: one.title, ...functionWords(one), one }))
  const found = findByWords(items, typed)
  return (found.length > 0 ? found : findBySomeWords(items, typed)).slice(0, MOST_FOUND).map(({ one }) => one)
}

/** Where no function contains all words, those with the most of them: `anchor text` finds the anchors. */
function findBySomeWords<C extends Findable>(items: readonly C[], typed: string): C[] {
  const counts = new Map<C, number>()
  for (const word of typed.trim().split(/\s+/))
    if (word.length >= SHORTEST_ALONE)
      for (const item of findByWords(items, word)) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([item]) => item)
}

function recentFunctions({ functions, runs }: Given): CatalogueFunction[] {
  const found = runs.flatMap((run) => functions.find((one) => one.methods.some(({ id }) => id === run.method_id)) ?? [])
  return [...new Set(found)]
}

function bySection({ functions, sections, section_id }: Given): PickerGroup[] {
  const order = sections.toSorted((a, b) => Number(b.id === section_id) - Number(a.id === section_id))
  return order.map(({ id, title }) => ({
    id: `section-${id}`,
    kind: 'section',
    title,
    functions: functions.filter(({ playground }) => playground === id),
  }))
}
