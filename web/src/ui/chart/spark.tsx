import { classNames } from '../class-names.ts'
import styles from './chart.module.css'
import { worthDrawing } from './downsample.ts'
import { sparkPath } from './spark-path.ts'

type SparkProps = {
  /** Describes its content and course: 'Requests, rising from 120 to 340'. */
  label: string
  values: readonly number[]
  width?: number
  height?: number
  tone?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
}

/** A line the size of a word. */
export function Spark({ label, values, width = 96, height = 28, tone = 1 }: SparkProps) {
  const stored = worthDrawing(values, Math.round(width / 2)).map((index) => values[index] ?? 0)
  const { line, area } = sparkPath(stored, width, height)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.spark}
    >
      <path d={area} className={classNames(styles.sparkArea, styles[`fill${tone}`])} />
      <path d={line} className={classNames(styles.line, styles[`stroke${tone}`])} />
    </svg>
  )
}
