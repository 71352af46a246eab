/** What an address says of the campaign it was made for. */
export const CAMPAIGN = ['gclid', 'utm_source', 'utm_campaign', 'utm_term', 'utm_content', 'utm_medium'] as const

const LONGEST = 500

export function namesCampaign(query: URLSearchParams): boolean {
  return CAMPAIGN.some((name) => campaignValue(query.get(name)) !== undefined)
}

/** Half an id is none: what is too long is left out, not cut. */
export function campaignValue(value: string | null | undefined): string | undefined {
  const text = value?.trim() ?? ''
  return text !== '' && text.length <= LONGEST ? text : undefined
}
