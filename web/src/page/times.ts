import { browserZone } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { bothTimes, type Moment, type TimeStyle, timeText, zoneWord } from '#i18n/time-texts.ts'
import { useUser } from '#session/session.ts'

/** Times of every screen: in the zone of the profile, or the browser's where none is chosen. */
export function useTimes() {
  const { language } = useI18n()
  const zone = useUser()?.settings.time_zone ?? browserZone()
  return {
    zone,
    /** Named at the head of the column, which holds times without their zone. */
    zoneWord: zoneWord(zone),
    text: (style: TimeStyle, at: Moment) => timeText(style, at, language, zone),
    /** For a time that is shown alone: with its zone, and UTC beside it. */
    both: (at: Moment) => bothTimes(at, language, zone),
    /** Days, limits and bills are of UTC, and are labelled so. */
    utc: (style: TimeStyle, at: Moment) => timeText(style, at, language, 'UTC'),
  }
}

/** The name of the zone for a time written here. */
export function isMidnight(clock: string): boolean {
  return clock === '00:00'
}
