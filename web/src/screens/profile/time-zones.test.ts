import { expect, test } from 'vitest'
import { timeThere, timeZones, zoneCity, zoneName, zoneRegion } from './time-zones.ts'

test('the list holds the chosen zone and UTC even when the browser does not know them', () => {
  const known = ['Europe/Berlin', 'America/New_York']
  expect(timeZones('Asia/Calcutta', known)).toEqual(['America/New_York', 'Asia/Calcutta', 'Europe/Berlin', 'UTC'])
})

test('a zone is written with blanks and shows its time', () => {
  expect(zoneName('America/Port_of_Spain')).toBe('America/Port of Spain')
  expect(timeThere('Asia/Kolkata', Date.parse('2025-11-15T12:00:00Z'), 'de')).toBe('17:30 GMT+5:30')
})

test('a zone is listed below its region, by its city', () => {
  const placed = (zone: string) => [zoneRegion(zone), zoneCity(zone)]
  expect(placed('America/Argentina/Buenos_Aires')).toEqual(['America', 'Argentina/Buenos Aires'])
  expect(placed('UTC')).toEqual([undefined, 'UTC'])
})
