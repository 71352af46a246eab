import { fields, list, text } from '#lib/guards.ts'

export interface Consent {
  marketing: boolean
}

const isStored = fields({ categories: list(text) })

/** The consent of the visitor, as the cookie banner stores it. No answer counts as a no. */
export function consentIn(cookies: ReadonlyMap<string, string>): Consent {
  try {
    const stored: unknown = JSON.parse(cookies.get('cc_cookie') ?? '')
    return { marketing: isStored(stored) && stored.categories.includes('marketing') }
  } catch {
    return { marketing: false }
  }
}
