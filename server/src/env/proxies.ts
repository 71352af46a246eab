import { isIP } from 'node:net'
import { startProblem } from '#db/start-problem.ts'

/** Proxies are named one by one or by range, never counted: headers of any other are not trusted. */
export function readProxies(list: string): string[] {
  const parts = list.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(checked)
}

function checked(value: string): string {
  if (!isRange(value) && !['loopback', 'linklocal', 'uniquelocal'].includes(value))
    throw startProblem(`TRUST_PROXY has '${value}', but takes addresses or CIDR ranges separated by commas.`)
  return value
}

function isRange(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  const is_length = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest)
  return longest > 0 && is_length && more.length === 0
}
