import type { Group } from '@portico/contract/usage-totals.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { apiTitle, titlesOf } from '#function-names/index.ts'

interface Named {
  key: string
  title: string
}

/** Names groups as filters do, a login by its name; groups that the page translates have no title. */
export function groupNames(catalogue: Catalogue, group: Group, logins: Map<number, string>): (key: string) => Named {
  if (group === 'function') {
    const titleOf = titlesOf(catalogue)
    return (key) => ({ key, title: titleOf(key) })
  }
  if (group === 'api') return (key) => ({ key, title: apiTitle(catalogue, key) })
  if (group === 'login') {
    const nameOf = (key: string) => logins.get(Number(key)) ?? ''
    return (key) => ({ key: nameOf(key), title: nameOf(key) })
  }
  return (key) => ({ key, title: group === 'tag' ? key : '' })
}
