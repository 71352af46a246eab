import { DAY_MS } from '@portico/contract/time.ts'
import type { Series } from '#ui/chart/series.ts'

const LAST = Date.UTC(2025, 10, 15)

/** A number between 0 and 1 that is always the same for the same seed. */
function chance(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453
  return wave - Math.floor(wave)
}

export function sampleDays(count: number): number[] {
  return Array.from({ length: count }, (_, index) => LAST - (count - 1 - index) * DAY_MS)
}

export function sampleCosts(count: number): Series[] {
  const names = ['SERP', 'Keywords', 'Backlinks', 'OnPage', 'Labs', 'Business', 'Content', 'App Data']
  return names.map((label, which) => ({
    id: label.toLowerCase().replace(' ', '-'),
    label,
    values: Array.from({ length: count }, (_, index) => {
      const weekend = index % 7 > 4 ? 0.45 : 1
      return Math.round((8 - which) * 2.2 * weekend * (0.6 + chance(index * 31 + which * 7)) * 100) / 100
    }),
  }))
}

export function sampleMinutes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => LAST - (count - 1 - index) * 60_000)
}

/** Times of answers: a slow wave, noise, a spike now and then, and one gap. */
export function sampleTimes(count: number): Series[] {
  return ['p50', 'p95', 'p99'].map((label, which) => ({
    id: label,
    label,
    values: Array.from({ length: count }, (_, index) => {
      const share = index / count
      if (share > 0.62 && share < 0.65) return null
      const base = (which + 1) * 180 + Math.sin(share * 18 + which) * 60
      const spike = chance(index * 3 + which) > 0.999 ? 500 : 0
      return Math.round(base + chance(index + which * 999) * 70 + spike)
    }),
  }))
}
