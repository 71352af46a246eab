import styles from './chart.module.css'
import { colourOf, isDeep, patternOf, type Tone } from './tones.ts'

/** Lines and dots over the colours, so that layers are distinguishable without colour. The first stays plain. */
const MARKS = [
  '',
  'M-2 2 2-2M0 8 8 0M6 10 10 6',
  'M2 2h.01M6 6h.01',
  'M0 2h8M0 6h8',
  'M-2 6 2 10M0 0 8 8M6-2 10 2',
  'M2 0v8M6 0v8',
  'M0 0 8 8M8 0 0 8',
  'M4 4h.01',
]

/** Marks on thinner bars melt into another colour. */
const MARKED_PX = 8

type PatternsProps = {
  id: string
  tones: readonly Tone[]
  /** Of the bars that are filled. */
  width?: number
}

export function Patterns({ id, tones, width = MARKED_PX }: PatternsProps) {
  return (
    <defs>
      {tones.map((tone) => (
        <pattern key={tone} id={`${id}-${tone}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className={styles[`fill${colourOf(tone)}`]} />
          {isDeep(tone) && <rect width="8" height="8" className={styles.deep} />}
          {width >= MARKED_PX && MARKS[patternOf(tone)] && <path d={MARKS[patternOf(tone)]} className={styles.mark} />}
        </pattern>
      ))}
    </defs>
  )
}

/** Lines are distinguished by their dashes. */
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 3', '12 4', '6 2 2 2 2 2', '1 4']

export function dashOf(tone: Tone): string | undefined {
  return DASHES[patternOf(tone)]
}
