import { BlockList, isIP } from 'node:net'

const V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Azure serves the metadata of a virtual machine at this address.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** The allocated part of the address space; everything outside of it is unassigned. */
const V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const reserved = new BlockList()
for (const [address, bits] of V4) reserved.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of V6) reserved.addSubnet(address, bits, 'ipv6')
const given_out = new BlockList()
given_out.addSubnet('2000::', 3, 'ipv6')

/** Whether an address may be this machine, its network, or unassigned: customers must not make us connect there. */
export function isPrivate(address: string): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  const version = isIP(plain)
  if (version === 4) return reserved.check(plain, 'ipv4')
  return version === 0 || !given_out.check(plain, 'ipv6') || reserved.check(plain, 'ipv6')
}
