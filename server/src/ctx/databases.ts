import type { Cadence, DatabaseCategory, FieldType } from '@portico/contract/databases.ts'

export interface DatabaseVersion {
  version: string
  /** A day, such as 2026-11-03. */
  date: string
  /** Records by location. */
  locations: Record<string, number>
  changes: Record<string, string>
}

/** A database as the provider describes it; texts by language. */
export interface DatabaseSource {
  id: string
  category: DatabaseCategory
  source: Record<string, string>
  cadence: Cadence
  /** Generates its records; null: every version is published from files. */
  generator: 'keywords' | 'domains' | 'businesses' | 'technologies' | null
  price_per_thousand_micros: number
  title: Record<string, string>
  summary: Record<string, string>
  description: Record<string, string>
  fields: { name: string; type: FieldType; nullable: boolean; about: Record<string, string> }[]
  /** Newest first. */
  versions: DatabaseVersion[]
}
