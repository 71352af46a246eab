import { timeText } from '#i18n/time-texts.ts'

/** Every zone the browser knows, and those it may leave out: the one chosen before, and UTC. */
export function timeZones(chosen: string, known: readonly string[]): string[] {
  return [...new Set(['UTC', ...known, ...(chosen ? [chosen] : [])])].sort()
}

/** `America/Port_of_Spain` as people write it. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** `America`; a zone that belongs nowhere, like UTC, has none. */
export function zoneRegion(zone: string): string | undefined {
  return zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : undefined
}

/** The rest of the name below its region. */
export function zoneCity(zone: string): string {
  return zoneName(zone.slice(zone.indexOf('/') + 1))
}

/** The local time there, with the offset: `14:05 GMT+2`. */
export function timeThere(zone: string, now_ms: number, language: string): string {
  return timeText('namedClock', now_ms, language, zone)
}
