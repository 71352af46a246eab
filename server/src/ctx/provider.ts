/** Menu settings of the provider's files. */
export interface MenuSettings {
  /** The provider's own sections, which follow the others or replace them. */
  usage: { id: string; title: string }[]
  playground: { id: string; title: string }[]
  is_own_only: boolean
  /** Ids of hidden entries. */
  hidden: ReadonlySet<string>
  /** Paths of sections that are open without an entry. */
  unlisted: string[]
}

/** A picture of the provider's folder, as it is sent. */
export interface BrandPicture {
  /** `/brand/3f2a…-logo.svg`: another picture has another address, so every cache may store it. */
  path: string
  type: string
  bytes: Buffer
}

export interface UpdateEntry {
  id: string
  date: string
  title: string
  body: string
  is_breaking: boolean
}

export interface PlannedNotice {
  id: string
  starts_at: Date
  ends_at: Date
  hidden_at: Date
  text: string | null
}
