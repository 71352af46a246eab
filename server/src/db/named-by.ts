import { type RawBuilder, sql } from 'kysely'

export interface NamedWord {
  /** Part of a number, a reference or a name, in lower case. */
  part: string
  id: string | null
  amount_micros: number | null
}

/** Words that name a thing: all of them have to fit, or one of them. */
export interface NamedWords {
  words: NamedWord[]
  is_every: boolean
}

/** A condition on rows with an id, an amount and its tax: a word fits a part of `name`, the id, or the amount with or without tax. */
export function namedBy({ words, is_every }: NamedWords, name: RawBuilder<string>): RawBuilder<boolean> {
  const parts = words.map(({ part }) => part)
  const ids = words.map(({ id }) => id)
  const amounts = words.map(({ amount_micros }) => amount_micros)
  const all = is_every ? sql`bool_and` : sql`bool_or`
  return sql<boolean>`(select ${all}(coalesce(strpos(lower(${name}), w.part) > 0 or id = w.id
      or w.amount in (amount_micros, amount_micros + tax_micros), false))
    from unnest(${parts}::text[], ${ids}::uuid[], ${amounts}::bigint[]) as w (part, id, amount))`
}
