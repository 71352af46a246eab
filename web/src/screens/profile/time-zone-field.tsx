import { useState } from 'react'
import { useSpeech } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import styles from './profile.module.css'
import { browserTimeZone, timeThere, timeZones, zoneName } from './time-zones.ts'

export function TimeZoneField({ saved, error }: { saved: string; error: string | undefined }) {
  const { t, language } = useSpeech()
  const [zone, setZone] = useState<string | null>(saved)
  const [own] = useState(browserTimeZone)
  const [now_ms] = useState(Date.now)
  const [options] = useState(() =>
    timeZones(saved, Intl.supportedValuesOf('timeZone'), own).map((value) => ({ value, label: zoneName(value) })),
  )
  return (
    <div className={styles.zone}>
      <Combobox
        label={t('Time zone')}
        options={options}
        value={zone}
        onChange={setZone}
        hint={zone && t('It is {time} there.', { time: timeThere(zone, now_ms, language) })}
        // Whatever is picked from the list is right; it can only be missing.
        error={error && zone === null ? t('This field is required') : undefined}
      />
      <input type="hidden" name="time_zone" value={zone ?? ''} />
      {zone !== own && (
        <Button size="small" tone="quiet" icon="globe" onClick={() => setZone(own)}>
          {t('Use this browser’s: {zone}', { zone: zoneName(own) })}
        </Button>
      )}
    </div>
  )
}
