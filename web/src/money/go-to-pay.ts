import { externalUrl } from '#lib/external-url.ts'
import { navigate } from '#lib/location.ts'

/** To where the customer pays: the page of a processor, or ours of the test processor. Any other address is not followed. */
export function goToPay(url: string): void {
  const target = URL.canParse(url, location.origin) ? new URL(url, location.origin) : undefined
  const external = externalUrl(url)
  if (target?.origin === location.origin) navigate(`${target.pathname}${target.search}`)
  else if (external) location.assign(external)
}
