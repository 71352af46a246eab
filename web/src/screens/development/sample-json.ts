import { CODE } from '@portico/contract/codes.ts'

export const sampleEnvelope = {
  version: '0.1.20251115',
  status_code: CODE.ok,
  status_message: 'Ok.',
  time: '0.1842 sec.',
  cost: 0.002,
  tasks_count: 1,
  tasks_error: 0,
  tasks: [
    {
      id: '11151545-3399-0545-0000-17b17e70d2b4',
      status_code: CODE.ok,
      path: ['v3', 'serp', 'google', 'organic', 'live', 'advanced'],
      data: { keyword: 'weather "forecast"', location_code: 2840, language_code: 'en', device: 'desktop', depth: 10 },
      result: [{ type: 'organic', rank_group: 1, url: 'https://example.com/', is_paid: false, rating: null }],
    },
  ],
}

export const sampleCurl = `curl --location --request POST "https://api.example.com/v3/serp/google/organic/live/advanced" \\
  --header "Authorization: Basic YWRhQGV4YW1wbGUuY29tOnBhc3N3b3Jk" \\
  --data-raw '[{"keyword": "weather forecast", "location_code": 2840, "language_code": "en"}]'`
