import * as z from 'zod/mini'

export interface Consent {
  marketing: boolean
}

const kept = z.object({ categories: z.array(z.string()) })

/** What the visitor has agreed to, as the cookie banner keeps it. No answer is a no. */
export function consentIn(cookies: ReadonlyMap<string, string>): Consent {
  try {
    const { categories } = kept.parse(JSON.parse(cookies.get('cc_cookie') ?? ''))
    return { marketing: categories.includes('marketing') }
  } catch {
    return { marketing: false }
  }
}
