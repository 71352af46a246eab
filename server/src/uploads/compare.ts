import { type Catalogue, type Entry, listFields } from '#catalogue/index.ts'

export interface ChangedPart {
  what: string
  before: string | null
  after: string | null
  /** Requests that were right may be refused then. */
  is_breaking: boolean
}

export interface CatalogueDiff {
  added: { id: string; function: string; is_sold: boolean }[]
  removed: { id: string; api: string; function: string }[]
  changed: { id: string; api: string; function: string; parts: ChangedPart[] }[]
}

/** What is sold after a change compared with before; an operation without a price is not. */
export function compareCatalogues(
  before: Catalogue,
  after: Catalogue,
  priceOf: (entry: Entry) => string,
): CatalogueDiff {
  const named = ({ id, api, function_id }: Entry) => ({ id, api, function: function_id })
  const sold = ({ entries }: Catalogue) => entries.filter(({ is_unpriced }) => !is_unpriced)
  const known = new Map(before.entries.map((entry) => [entry.id, entry]))
  const next = new Map(sold(after).map((entry) => [entry.id, entry]))
  return {
    added: after.entries.flatMap((entry) =>
      known.has(entry.id) ? [] : [{ id: entry.id, function: entry.function_id, is_sold: !entry.is_unpriced }],
    ),
    removed: sold(before).flatMap((entry) => (next.has(entry.id) ? [] : [named(entry)])),
    changed: [...next.values()].flatMap((entry) => {
      const old = known.get(entry.id)
      const parts = old ? partsOf(old, entry, priceOf) : []
      return parts.length === 0 ? [] : [{ ...named(entry), parts }]
    }),
  }
}

function partsOf(old: Entry, entry: Entry, priceOf: (entry: Entry) => string): ChangedPart[] {
  const facts = (one: Entry) => ({ kind: one.kind, function: one.function_id, title: one.title, price: priceOf(one) })
  const [was, is] = [facts(old), facts(entry)]
  const keys = Object.keys(was) as (keyof typeof was)[]
  const changed = keys.flatMap((what) =>
    was[what] === is[what] ? [] : [{ what, before: was[what], after: is[what], is_breaking: what === 'kind' }],
  )
  return [...changed, ...fieldParts(old, entry)]
}

function fieldParts(old: Entry, entry: Entry): ChangedPart[] {
  const fieldsOf = (one: Entry) => new Map(listFields(one).map((field) => [field.name, field]))
  const [was, is] = [fieldsOf(old), fieldsOf(entry)]
  const words = ({ required, about }: { required: boolean; about: string }) => `${required ? 'Required. ' : ''}${about}`
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)]
    const [before, after] = [one ? words(one) : null, other ? words(other) : null]
    if (before === after) return []
    const is_breaking = !other || (other.required && !one?.required)
    return [{ what: name, before, after, is_breaking }]
  })
}
