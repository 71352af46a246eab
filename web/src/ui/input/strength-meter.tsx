import { classNames } from '../class-names.ts'
import { type UiTexts, useUiTexts } from '../texts.tsx'
import styles from './strength-meter.module.css'

export type Strength = 0 | 1 | 2 | 3

const TONES = ['none', 'low', 'good', 'strong'] as const
const BARS = [1, 2, 3] as const

/** The strength of a password while it is typed; it keeps its height when it is empty. */
export function StrengthMeter({ strength }: { strength: Strength }) {
  const texts = useUiTexts()
  const word = wordOf(strength, texts)
  const aria = {
    role: 'meter',
    'aria-label': texts.passwordStrength,
    'aria-valuemin': 0,
    'aria-valuemax': 3,
    'aria-valuenow': strength,
    'aria-valuetext': word || undefined,
  }
  return (
    <div className={classNames(styles.strength, styles[TONES[strength]])}>
      <div {...aria} className={styles.bars}>
        {BARS.map((bar) => (
          <span key={bar} className={classNames(styles.bar, bar <= strength && styles.on)} />
        ))}
      </div>
      <span className={styles.word} aria-live="polite">
        {word}
      </span>
    </div>
  )
}

function wordOf(strength: Strength, texts: UiTexts): string {
  return ['', texts.strengthLow, texts.strengthGood, texts.strengthStrong][strength] ?? ''
}
