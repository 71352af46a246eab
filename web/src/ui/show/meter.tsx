import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { cssVars } from '../css-vars.ts'
import { HIDDEN } from '../text/visually-hidden.tsx'
import styles from './meter.module.css'

type MeterProps = {
  label: ReactNode
  hideLabel?: boolean
  value: number
  max: number
  /** The text at the right, also for screen readers: '$18.20 of $50.00'. */
  text: string
  tone?: 'accent' | 'good' | 'warn' | 'bad'
}

/** The used share of a whole. */
export function Meter({ label, hideLabel, value, max, text, tone = 'accent' }: MeterProps) {
  return <Bar role="meter" {...{ label, hideLabel, value, max, text, tone }} />
}

/** The progress of something. Without a value it only shows activity. */
export function Progress({
  label,
  hideLabel,
  value,
  text = '',
}: {
  label: ReactNode
  hideLabel?: boolean
  value?: number
  text?: string
}) {
  return <Bar role="progressbar" tone="accent" {...{ label, hideLabel, value, max: 100, text }} />
}

type BarProps = Omit<MeterProps, 'value'> & { role: 'meter' | 'progressbar'; value: number | undefined }

function Bar({ role, label, hideLabel, value, max, text, tone = 'accent' }: BarProps) {
  const id = useId()
  const share = value === undefined || max <= 0 ? 0 : Math.min(Math.max(value / max, 0), 1)
  const aria = {
    role,
    'aria-labelledby': id,
    'aria-valuenow': value,
    'aria-valuemin': 0,
    'aria-valuemax': max,
    'aria-valuetext': text || undefined,
  }
  return (
    <div className={styles.meter}>
      <div className={hideLabel ? HIDDEN : styles.words}>
        <span id={id}>{label}</span>
        <span className={styles.text}>{text}</span>
      </div>
      <div {...aria} className={styles.track}>
        <div
          className={classNames(styles.fill, styles[tone], value === undefined && styles.moving)}
          style={cssVars({ '--share': `${share * 100}%` })}
        />
      </div>
    </div>
  )
}
