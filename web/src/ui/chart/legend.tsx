import { classNames } from '../class-names.ts'
import { useUiTexts } from '../texts.tsx'
import styles from './chart.module.css'
import { dashOf, Patterns } from './patterns.tsx'
import { type Series, withTones } from './series.ts'
import { colourOf, type Tone } from './tones.ts'

type LegendProps = {
  id: string
  kind: 'line' | 'bar'
  series: readonly Series[]
  only: string | null
  onOnly: (id: string | null) => void
}

/** The names. Pressing one shows it alone; pressing it again shows all. */
export function Legend({ id, kind, series, only, onOnly }: LegendProps) {
  const texts = useUiTexts()
  return (
    <ul className={styles.legend}>
      {withTones(series).map((one, index) => (
        <li key={one.id}>
          <button
            type="button"
            className={classNames(styles.key, only !== null && only !== one.id && styles.off)}
            aria-pressed={only === one.id}
            title={only === one.id ? texts.showAll : texts.showOnly(one.label)}
            onClick={() => onOnly(only === one.id ? null : one.id)}
          >
            <Swatch id={`${id}-key-${index}`} kind={kind} tone={one.tone} />
            {one.label}
          </button>
        </li>
      ))}
    </ul>
  )
}

export function Swatch({ id, kind, tone }: { id: string; kind: 'line' | 'bar'; tone: Tone }) {
  if (kind === 'bar') {
    return (
      <svg aria-hidden className={styles.swatch} width="12" height="12">
        <Patterns id={id} tones={[tone]} />
        <rect width="12" height="12" rx="3" fill={`url(#${id}-${tone})`} />
      </svg>
    )
  }
  return (
    <svg aria-hidden className={styles.swatch} width="20" height="12">
      <path
        d="M1 6h18"
        className={classNames(styles.line, styles[`stroke${colourOf(tone)}`])}
        strokeDasharray={dashOf(tone)}
      />
    </svg>
  )
}
