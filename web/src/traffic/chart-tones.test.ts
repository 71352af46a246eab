import { STATUS_CLASSES } from '@portico/contract/usage.ts'
import { expect, test } from 'vitest'
import { withTones } from '#ui/chart/series.ts'
import { colourOf, isDeep, OTHERS_TONE, patternOf } from '#ui/chart/tones.ts'
import { apiTone, statusTone } from './chart-tones.ts'

const APIS = [
  'serp',
  'keywords_data',
  'domain_analytics',
  'acme_labs',
  'backlinks',
  'on_page',
  'content_analysis',
  'merchant',
  'app_data',
  'business_data',
  'content_generation',
  'ai_optimization',
]
const look = (tone: number) => `${colourOf(tone)}/${patternOf(tone)}/${isDeep(tone)}`

test('success is green and plain, a failure of the server is red, and no two statuses look alike', () => {
  const looks = [...STATUS_CLASSES, 'queued' as const].map((status) => look(statusTone(status)))
  expect(colourOf(statusTone('ok'))).toBe(9)
  expect(patternOf(statusTone('ok'))).toBe(0)
  expect(colourOf(statusTone('server'))).toBe(10)
  expect(new Set(looks).size).toBe(new Set([...STATUS_CLASSES, 'queued']).size)
  expect(new Set(STATUS_CLASSES.map((status) => colourOf(statusTone(status)))).size).toBe(STATUS_CLASSES.length)
})

test('every API has its own look, whichever others are shown, and the labs have one under any brand', () => {
  const looks = APIS.map((api) => look(apiTone(api)))
  expect(new Set([...looks, look(OTHERS_TONE)]).size).toBe(APIS.length + 1)
  expect(apiTone('acme_labs')).toBe(apiTone('portico_labs'))
  expect(apiTone('of_the_operator')).toBe(apiTone('of_the_operator'))
})

test('two series of one chart never share a tone', () => {
  const series = ['x', 'y', 'z'].map((id) => ({ id, label: id, values: [1], tone: apiTone('serp') }))
  expect(new Set(withTones(series).map(({ tone }) => tone)).size).toBe(3)
})
