import type { IpRule } from '@portico/contract/access.ts'

/** Changes of the list, stored apart from it: what others save meanwhile stays in it. */
export interface IpChanges {
  added: IpRule[]
  /** By their addresses. */
  removed: string[]
}

export const NO_CHANGES: IpChanges = { added: [], removed: [] }

export function changedList(saved: readonly IpRule[], { added, removed }: IpChanges): IpRule[] {
  const stored = saved.filter(({ cidr }) => !removed.includes(cidr))
  const isThere = (rule: IpRule) => stored.some(({ cidr }) => cidr.toLowerCase() === rule.cidr.toLowerCase())
  return [...stored, ...added.filter((rule) => !isThere(rule))]
}

/** An addition that is not saved yet is simply dropped. */
export function without({ added, removed }: IpChanges, cidr: string): IpChanges {
  const left = added.filter((rule) => rule.cidr !== cidr)
  return left.length < added.length ? { added: left, removed } : { added, removed: [...removed, cidr] }
}
