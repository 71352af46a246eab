import type { TimeStyle } from '#i18n/time-texts.ts'
import { useTimes } from './times.ts'

/** A time in a table whose head names the zone; its tooltip shows the zone and UTC. */
export function Moment({ at, style = 'dated', className }: { at: string; style?: TimeStyle; className?: string }) {
  const { text, both } = useTimes()
  return (
    <time dateTime={at} title={both(at)} className={className}>
      {text(style, at)}
    </time>
  )
}
