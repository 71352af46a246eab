/** What the provider's files say of the menu. */
export interface MenuSettings {
  /** Sections of the provider's own, which follow the others or stand in their place. */
  usage: { id: string; title: string }[]
  playground: { id: string; title: string }[]
  is_own_only: boolean
  /** Ids of entries that are not shown. */
  hidden: ReadonlySet<string>
  /** Addresses of sections that are open and have no entry. */
  unlisted: string[]
}

/** A picture of the provider's folder, as it is sent. */
export interface BrandPicture {
  /** `/brand/3f2a…-logo.svg`: another picture has another address, so every cache may keep it. */
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
