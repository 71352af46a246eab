import { IP_RULES_MAX, type IpRule } from '@portico/contract/access.ts'
import { isIpRule } from './read-ip-rule.ts'

export const LABEL_MAX = 60

export interface Pasted {
  rules: IpRule[]
  /** Numbers of the lines that hold no address, counted as an editor does. */
  wrong: number[]
}

/** A pasted list, one address a line; what follows a blank, comma, semicolon or hash is its label. */
export function readPasted(text: string): Pasted {
  const pasted: Pasted = { rules: [], wrong: [] }
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, cidr = '', rest = ''] = /^\s*"?([^\s,;#"]+)"?(.*)$/.exec(line) ?? []
    if (cidr === '') continue
    const label = rest.replace(/^[\s,;#"]+|["\s]+$/g, '').slice(0, LABEL_MAX)
    if (isIpRule(cidr)) pasted.rules.push({ cidr, label })
    else pasted.wrong.push(at + 1)
  }
  return pasted
}

/** Adds what is new; undefined when the list would exceed its maximum. */
export function addRules(list: readonly IpRule[], more: readonly IpRule[]): IpRule[] | undefined {
  const known = new Set(list.map(({ cidr }) => cidr.toLowerCase()))
  const all = [...list]
  for (const rule of more) {
    if (known.has(rule.cidr.toLowerCase())) continue
    known.add(rule.cidr.toLowerCase())
    all.push(rule)
  }
  return all.length <= IP_RULES_MAX ? all : undefined
}
