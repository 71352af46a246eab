import { BlockList, isIP } from 'node:net'
import type { IpRule } from '@portico/contract/access.ts'
import { plainAddress } from './client-address.ts'

/** Reads one rule strictly: an address, or an address with a length; undefined for anything else. */
export function readRule(cidr: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', length, ...more] = cidr.trim().split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1
  // A length of zero would allow everyone, which is what an empty list already means.
  if (bits < 1 || bits > most) return undefined
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Everyone may call while there is no rule, otherwise only the addresses in a rule. */
export function compileRules(rules: Pick<IpRule, 'cidr'>[]): (ip: string) => boolean {
  if (rules.length === 0) return () => true
  const list = new BlockList()
  for (const { cidr } of rules) {
    const rule = readRule(cidr)
    if (rule) list.addSubnet(rule.address, rule.bits, rule.family)
  }
  return (ip) => {
    const plain = plainAddress(ip)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}
