import styles from './chart.module.css'
import { readable } from './ticks.ts'

export type Tick = { at: number; text: string }

type AxesProps = { left: number; right: number; bottom: number; ys: readonly Tick[]; xs: readonly Tick[] }

export function Axes({ left, right, bottom, ys, xs }: AxesProps) {
  return (
    <g aria-hidden className={styles.axes}>
      {ys.map((tick) => (
        <g key={tick.at}>
          <line x1={left} x2={right} y1={tick.at} y2={tick.at} className={styles.grid} />
          <text x={left - 8} y={tick.at} dy="0.32em" textAnchor="end">
            {tick.text}
          </text>
        </g>
      ))}
      {readable(xs, right).map(({ at, text, anchor }) => (
        <text key={at} x={at} y={bottom + 18} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </g>
  )
}

/** The width of the longest label of the axis, at about 6.6 px a digit. */
export function axisWidth(texts: readonly string[]): number {
  return Math.max(24, ...texts.map((text) => text.length * 6.6 + 12))
}
