import type { StatusClass } from '@portico/contract/usage.ts'
import { OTHERS_TONE, positionTone, type Tone } from '#ui/chart/tones.ts'

const STATUSES: Record<StatusClass, Tone> = {
  ok: 17,
  queued: 18,
  task_state: 19,
  validation: 20,
  billing: 21,
  auth: 22,
  not_found: 23,
  server: 24,
}

const APIS: Record<string, Tone> = {
  serp: 1,
  backlinks: 2,
  keywords_data: 3,
  labs: 4,
  on_page: 5,
  merchant: 6,
  domain_analytics: 7,
  appendix: 8,
  app_data: 9,
  business_data: 10,
  content_analysis: 11,
  content_generation: 12,
  ai_optimization: 13,
  traffic_analytics: 14,
  reviews: 15,
}
export function statusTone(status: StatusClass): Tone {
  return STATUSES[status]
}

/** The brand precedes the name of its labs; an operator's own API gets one of the tones by its name. */
export function apiTone(api: string): Tone {
  const name = api.endsWith('_labs') ? 'labs' : api
  return Object.hasOwn(APIS, name) ? (APIS[name] ?? OTHERS_TONE) : positionTone(hashOf(name))
}

function hashOf(name: string): number {
  return [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7)
}
