const LONGEST = 500

/** Common words in addresses; any other word may be a user's id or token. */
const WORDS = /^[A-Za-z]?[a-z]{0,15}([-_.]([A-Z][a-z]{1,15}|[a-z]{1,16}|\d{1,2}))*$/

/** Origin and path of the page before, without query, fragment and ids; nothing for a page of our own. */
export function stripReferrer(referrer: string, own_host: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined
  const { protocol, host, origin, pathname } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || host === own_host) return undefined
  const stripped = origin + pathname.split('/').map(withoutId).join('/')
  return stripped.length > LONGEST ? origin : stripped
}

function withoutId(segment: string): string {
  return WORDS.test(segment) ? segment : '*'
}

/** The names of that page's parameters; their values may be anything and are not sent. */
export function paramNames(referrer: string, own_host: string): string | undefined {
  if (stripReferrer(referrer, own_host) === undefined) return undefined
  const names = [...new Set(new URL(referrer).searchParams.keys())].filter((name) => /^[a-z][a-z_]{0,15}$/.test(name))
  return names.length > 0 ? names.slice(0, 20).join(',') : undefined
}
