import { stack, stackOffsetDiverging } from 'd3-shape'
import { useUiTexts } from '../texts.tsx'
import { Axes, axisWidth } from './axes.tsx'
import styles from './chart.module.css'
import { Cursor } from './cursor.tsx'
import { reach } from './extent.ts'
import { Frame, type Plot } from './frame.tsx'
import { linePaths } from './line-paths.ts'
import { Patterns } from './patterns.tsx'
import { bands, roundTicks, straightScale, wholeTicks } from './scale.ts'
import { type ChartProps, textOf, withTones } from './series.ts'
import { everyNth, roundDigits } from './ticks.ts'

const TOP = 8
const FOOT = 26
const LABEL_PX = 80
/** A lone bar among many must be visible, even if it overlaps its neighbour. */
const THINNEST_PX = 2.5

/** Bars, one on top of the other. Below zero they hang. */
export function BarChart(props: ChartProps) {
  return (
    <Frame {...props} kind="bar">
      {(plot) => <Bars chart={props} plot={plot} />}
    </Frame>
  )
}

function Bars({ chart, plot }: { chart: ChartProps; plot: Plot }) {
  const { xs, series, formatX, formatXLong = formatX, formatY, formatYShort = formatY } = chart
  const texts = useUiTexts()
  const shown = withTones(series).filter((one) => !plot.only || one.id === plot.only)
  const positions = xs.map((_, position) => position)
  const bottom = plot.height - FOOT

  const layers = stack<number, number>()
    .keys(shown.map((_, index) => index))
    .value((position, index) => shown[index]?.values[position] ?? 0)
    .offset(stackOffsetDiverging)(positions)
  const [low, highest] = reach(layers)
  const high = Math.max(highest, ...(plot.only === null ? (chart.line?.values ?? []).map((value) => value ?? 0) : []))
  const isWhole = shown.every((one) => one.values.every((value) => Number.isInteger(value ?? 0)))
  const values = isWhole ? wholeTicks(low, high, 5) : roundTicks(low, high, 5)
  const y = straightScale([values[0] ?? 0, values.at(-1) ?? 1], [bottom, TOP])
  const yTicks = values.map((value) => ({ at: y(value), text: formatYShort(value) }))
  const left = axisWidth(yTicks.map((tick) => tick.text))
  const right = plot.width - 8
  const x = bands(xs.length, [left, right], xs.length > 90 ? 0.1 : 0.28)
  const labelWidth = Math.max(LABEL_PX, axisWidth(xs.map((at) => formatX(at))) + 8)
  const middleOf = (position: number) => x.startOf(position) + x.width / 2
  const line = plot.only === null ? chart.line : undefined
  const labelled = roundDigits(xs, right - left, labelWidth) ?? everyNth(xs.length, right - left, labelWidth)
  const totalOf = (position: number) => shown.reduce((sum, one) => sum + (one.values[position] ?? 0), 0)

  return (
    <Cursor
      id={plot.id}
      label={chart.label}
      kind="bar"
      count={xs.length}
      width={plot.width}
      indexAt={(x_px) => Math.max(0, Math.min(xs.length - 1, Math.floor((x_px - left) / x.step)))}
      xOf={middleOf}
      title={(position) => formatXLong(xs[position] ?? 0)}
      readings={(position) => [
        ...shown
          .map(({ id, label, tone, values }) => ({ id, label, tone, text: formatY(values[position] ?? 0) }))
          .toReversed(),
        ...(shown.length > 1 ? [{ id: 'total', label: texts.total, tone: 0, text: formatY(totalOf(position)) }] : []),
        ...(line ? [{ id: 'line', label: line.label, tone: 0, text: textOf(line.values[position], formatY) }] : []),
      ]}
    >
      {(position) => (
        <svg aria-hidden width={plot.width} height={plot.height} className={styles.svg}>
          <Patterns id={plot.id} tones={shown.map((one) => one.tone)} width={x.width} />
          <Axes
            {...{ left, right, bottom }}
            ys={yTicks}
            xs={labelled.map((at) => ({
              at: middleOf(at),
              text: formatX(xs[at] ?? 0),
            }))}
          />
          {position !== null && (
            <rect
              className={styles.band}
              x={x.startOf(position) - x.step * 0.14}
              width={x.width + x.step * 0.28}
              y={TOP}
              height={bottom - TOP}
            />
          )}
          {layers.map((layer) => (
            <path
              key={shown[layer.key]?.id}
              d={layer
                .map(([from, to], at) => bar(middleOf(at), y(to), Math.max(x.width, THINNEST_PX), y(from) - y(to)))
                .join('')}
              fill={`url(#${plot.id}-${shown[layer.key]?.tone})`}
              className={styles.bar}
            />
          ))}
          {line && (
            <path
              d={linePaths(line.values.slice(0, xs.length), positions, middleOf, y, right - left).line}
              className={styles.compared}
              data-testid="compared"
            />
          )}
          <line className={styles.zero} x1={left} x2={right} y1={y(0)} y2={y(0)} />
        </svg>
      )}
    </Cursor>
  )
}

/** All bars of a layer are one path: a hundred rects cost more than one. */
function bar(middle: number, y: number, width: number, height: number): string {
  if (height < 0.25) return ''
  return `M${(middle - width / 2).toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`
}
