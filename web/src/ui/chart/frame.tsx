import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cssVars } from '../css-vars.ts'
import { Skeleton } from '../skeleton.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './chart.module.css'
import { Legend } from './legend.tsx'
import type { ChartProps } from './series.ts'

const ChartTable = lazy(async () => ({ default: (await import('./chart-table.tsx')).ChartTable }))

export type Plot = { width: number; height: number; id: string; only: string | null }

type FrameProps = ChartProps & { kind: 'line' | 'bar'; children: (plot: Plot) => ReactNode }

/** What all charts share: the names, the way to the same figures as a table, and the width there is. */
export function Frame({ kind, children, ...chart }: FrameProps) {
  const { label, series, height = 260, hideLegend } = chart
  const texts = useUiTexts()
  const id = useId()
  const [only, setOnly] = useState<string | null>(null)
  const [isTable, setTable] = useState(false)
  const [ref, width] = useWidth()
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.top}>
        {!hideLegend && <Legend {...{ id, kind, series, only }} onOnly={setOnly} />}
        <IconButton
          icon={isTable ? 'chart' : 'table'}
          size="small"
          label={isTable ? texts.chartView : texts.tableView}
          title={isTable ? texts.chartView : texts.tableView}
          className={styles.toggle}
          onClick={() => setTable(!isTable)}
        />
      </div>
      <div ref={ref} className={styles.plot} style={cssVars({ '--height': `${height}px` })}>
        {isTable ? (
          <Suspense fallback={<Skeleton shape="block" />}>
            <ChartTable {...chart} height={height} />
          </Suspense>
        ) : (
          width > 0 && children({ width, height, id, only })
        )}
      </div>
    </figure>
  )
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    // It tells the first width too, when the page is laid out anyway: to ask for it here would lay it out once more.
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
