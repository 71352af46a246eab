/** The campaign parameters of an address. */
export const CAMPAIGN = ['gclid', 'utm_source', 'utm_campaign', 'utm_term', 'utm_content', 'utm_medium'] as const

const LONGEST = 500

export function namesCampaign(query: URLSearchParams): boolean {
  return CAMPAIGN.some((name) => campaignValue(query.get(name)) !== undefined)
}

/** Values that are too long are left out, not cut, since half an id is useless. */
export function campaignValue(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? ''
  return text !== '' && text.length <= LONGEST ? text : undefined
}
