import { useState } from 'react'
import { useSpeech } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import styles from './profile.module.css'
import { browserTimeZone, timeThere, timeZones, zoneName, zonePlace, zoneRegion } from './time-zones.ts'

/** By region, each by its place: typed letters find it, and a phone opens its wheel. */
export function TimeZoneField({ saved, error }: { saved: string; error: string | undefined }) {
  const { t, language } = useSpeech()
  const [zone, setZone] = useState(saved)
  const [own] = useState(browserTimeZone)
  const [now_ms] = useState(Date.now)
  const [options] = useState(() =>
    timeZones(saved, Intl.supportedValuesOf('timeZone'), own).map((value) => ({
      value,
      label: zonePlace(value),
      group: zoneRegion(value),
    })),
  )
  return (
    <div className={styles.zone}>
      <Select
        label={t('Time zone')}
        name="time_zone"
        options={options}
        value={zone}
        onChange={(event) => setZone(event.target.value)}
        hint={t('It is {time} there.', { time: timeThere(zone, now_ms, language) })}
        error={error}
      />
      {zone !== own && (
        <Button size="small" tone="quiet" icon="globe" onClick={() => setZone(own)}>
          {t('Use this browser’s: {zone}', { zone: zoneName(own) })}
        </Button>
      )}
    </div>
  )
}
