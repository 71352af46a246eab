import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { navigate, useLocation } from '#lib/location.ts'
import { classNames } from '../class-names.ts'
import { cssVars } from '../css-vars.ts'
import { IconButton } from '../input/button.tsx'
import { Skeleton } from '../show/skeleton.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './chart.module.css'
import { Legend } from './legend.tsx'
import type { ChartProps } from './series.ts'

const ChartTable = lazy(async () => ({ default: (await import('./chart-table.tsx')).ChartTable }))

export type Plot = { width: number; height: number; id: string; only: string | null }

type FrameProps = ChartProps & { kind: 'line' | 'bar'; children: (plot: Plot) => ReactNode }

/** The parts all charts share: the legend, the switch to a table, and the available width. */
export function Frame({ kind, children, ...chart }: FrameProps) {
  const { label, series, height = 260, hideLegend, legendBelow } = chart
  const texts = useUiTexts()
  const id = useId()
  const { only, setOnly, isTable, setTable } = useView(chart)
  const [ref, width] = useWidth()
  const legend = (
    <div className={classNames(styles.top, legendBelow && styles.below)}>
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
  )
  return (
    <figure className={styles.chart} aria-label={label}>
      {!legendBelow && legend}
      <div ref={ref} className={styles.plot} style={cssVars({ '--height': `${height}px` })}>
        {isTable ? (
          <Suspense fallback={<Skeleton shape="block" />}>
            <ChartTable {...chart} only={only} height={height} />
          </Suspense>
        ) : (
          width > 0 && children({ width, height, id, only })
        )}
      </div>
      {legendBelow && legend}
    </figure>
  )
}

/** The series shown alone, and whether it is a table: in the address where the chart has a name there. */
function useView({ urlName, series }: ChartProps) {
  const { path, search } = useLocation()
  const [stored, setStored] = useState<{ only: string | null; isTable: boolean }>({ only: null, isTable: false })
  const params = new URLSearchParams(search)
  const view = urlName ? { only: params.get(urlName), isTable: params.get(`${urlName}_as`) === 'table' } : stored
  const only = series.some(({ id }) => id === view.only) ? view.only : null
  const set = (next: { only: string | null; isTable: boolean }) => {
    if (!urlName) return setStored(next)
    params.delete(urlName)
    params.delete(`${urlName}_as`)
    if (next.only !== null) params.set(urlName, next.only)
    if (next.isTable) params.set(`${urlName}_as`, 'table')
    navigate(`${path}${params.size > 0 ? `?${params}` : ''}`, { replace: true })
  }
  return {
    only,
    isTable: view.isTable,
    setOnly: (id: string | null) => set({ only: id, isTable: view.isTable }),
    setTable: (isTable: boolean) => set({ only, isTable }),
  }
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    // It reports the first width too, when the page is laid out anyway: measuring here would lay it out twice.
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
