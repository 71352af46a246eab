import { BlockList, isIP } from 'node:net'

/** Whether a list of addresses and ranges lets this address in; an empty list lets everyone in. */
export function isCovered(ip: string, rules: { cidr: string }[]): boolean {
  if (rules.length === 0) return true
  const list = new BlockList()
  for (const { cidr } of rules) {
    const [address = '', bits] = cidr.split('/')
    const version = isIP(address)
    if (version !== 0) list.addSubnet(address, Number(bits ?? (version === 4 ? 32 : 128)), familyOf(version))
  }
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  const version = isIP(plain)
  return version !== 0 && list.check(plain, familyOf(version))
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 4 ? 'ipv4' : 'ipv6'
}
