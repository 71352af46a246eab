/** As strict as the server: an IPv4 or IPv6 address, alone or with a length; a length of zero would be everybody. */
export function isIpRule(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const most = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0
  if (most === 0 || more.length > 0) return false
  if (length === undefined) return true
  return /^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= most
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** Eight groups, or fewer around one `::`; the last two may be written as an IPv4 address. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2 || !text.includes(':')) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIpv4 = last.includes('.')
  const plain = hasIpv4 ? groups.slice(0, -1) : groups
  // Nothing may follow the IPv4 part: `1.2.3.4::` has it in front.
  if (hasIpv4 && (!isIpv4(last) || text.endsWith(':'))) return false
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  const count = plain.length + (hasIpv4 ? 2 : 0)
  return halves.length === 2 ? count <= 7 : count === 8
}

/** An IPv4 caller seen over IPv6 is written as what it is: a rule for the other form would never match. */
export function plainIp(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}
