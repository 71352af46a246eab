import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { cssVars } from '../css-vars.ts'
import { useUiTexts } from '../texts.tsx'
import styles from './chart.module.css'
import { Swatch } from './legend.tsx'

export type Reading = { id: string; label: string; tone: number; text: string }

type CursorProps = {
  id: string
  label: string
  kind: 'line' | 'bar'
  count: number
  width: number
  /** The index of the point at a distance from the left edge, and its inverse. */
  indexAt: (x_px: number) => number
  xOf: (index: number) => number
  title: (index: number) => string
  readings: (index: number) => Reading[]
  /** Drawn at the chosen point, inside the svg that `children` gives. */
  children: (index: number | null) => ReactNode
}

/**
 * Reads the chart point by point: with the pointer, or with the arrow keys. To a screen reader it is a slider whose
 * value is the text of the point, so that its keys work and each step is announced.
 */
export function Cursor(props: CursorProps) {
  const { id, label, kind, count, width, indexAt, xOf, title, readings, children } = props
  const texts = useUiTexts()
  const [index, setIndex] = useState<number | null>(null)
  const shown = index === null ? null : Math.min(index, count - 1)

  function onKeyDown(event: KeyboardEvent) {
    const to = stepTo(event.key, shown ?? count - 1, count)
    if (event.key === 'Escape') setIndex(null)
    if (to === null) return
    event.preventDefault()
    setIndex(to)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const from = event.currentTarget.getBoundingClientRect().left
    setIndex(indexAt(event.clientX - from))
  }

  const valueText = (at: number) =>
    [title(at), ...readings(at).map((reading) => `${reading.label} ${reading.text}`)].join(', ')
  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${texts.chartKeys}`}
      aria-valuemin={0}
      aria-valuemax={Math.max(count - 1, 0)}
      aria-valuenow={shown ?? Math.max(count - 1, 0)}
      aria-valuetext={count > 0 ? valueText(shown ?? count - 1) : undefined}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerMove}
      onPointerLeave={() => setIndex(null)}
      onFocus={(event) => event.target.matches(':focus-visible') && setIndex(count - 1)}
      onBlur={() => setIndex(null)}
    >
      {children(shown)}
      {shown !== null && count > 0 && (
        <div
          className={xOf(shown) > width / 2 ? styles.tipLeft : styles.tipRight}
          style={cssVars({ '--x': `${xOf(shown)}px` })}
        >
          <div className={styles.tipTitle}>{title(shown)}</div>
          {readings(shown).map((reading) => (
            <div key={reading.id} className={styles.reading}>
              {reading.tone > 0 && <Swatch id={`${id}-tip-${reading.id}`} kind={kind} tone={reading.tone} />}
              <span className={styles.readingLabel}>{reading.label}</span>
              <span className={styles.readingText}>{reading.text}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function stepTo(key: string, index: number, count: number): number | null {
  const leap = Math.max(1, Math.round(count / 10))
  const moves: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index - 1,
    ArrowUp: index + 1,
    PageDown: index - leap,
    PageUp: index + leap,
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1))
}
