import { externalUrl } from '#lib/external-url.ts'
import { Problem } from '#lib/problem.ts'

/** Leaves for the sign-in service of a company. */
export function goToSso({ target_url }: { target_url: string }): void {
  const target = externalUrl(target_url)
  if (!target) throw new Problem('third_party_failed')
  location.assign(target)
}
