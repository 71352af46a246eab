import { fields, list, text } from '#lib/guards.ts'

export interface Consent {
  marketing: boolean
}

const isStored = fields({ categories: list(text) })

/** What the visitor has agreed to, as the cookie banner keeps it. No answer is a no. */
export function consentIn(cookies: ReadonlyMap<string, string>): Consent {
  try {
    const stored: unknown = JSON.parse(cookies.get('cc_cookie') ?? '')
    return { marketing: isStored(stored) && stored.categories.includes('marketing') }
  } catch {
    return { marketing: false }
  }
}
