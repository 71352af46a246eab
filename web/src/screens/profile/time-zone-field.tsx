import { useMemo, useState } from 'react'
import { browserZone } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { Select } from '#ui/input/select.tsx'
import { timeThere, timeZones, zoneCity, zoneName, zoneRegion } from './time-zones.ts'

/**
 * Grouped by region, each named by its city: typing finds it, and a phone opens its wheel. The browser's own is the
 * first.
 */
export function TimeZoneField({ saved, error }: { saved: string; error: string | undefined }) {
  const { t, language } = useI18n()
  const [zone, setZone] = useState(saved)
  const [own] = useState(browserZone)
  const [now_ms] = useState(Date.now)
  const zones = useMemo(
    () =>
      timeZones(saved, Intl.supportedValuesOf('timeZone')).map((value) => ({
        value,
        label: zoneCity(value),
        group: zoneRegion(value),
      })),
    [saved],
  )
  const options = [{ value: '', label: t('Same as this browser ({zone})', { zone: zoneName(own) }) }, ...zones]
  return (
    <Select
      label={t('Time zone')}
      name="time_zone"
      options={options}
      defaultValue={saved}
      onChange={(event) => setZone(event.target.value)}
      hint={t('Local time: {time}', { time: timeThere(zone || own, now_ms, language) })}
      error={error}
    />
  )
}
