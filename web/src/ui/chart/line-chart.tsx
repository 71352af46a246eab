import { classNames } from '../class-names.ts'
import { Axes, axisWidth } from './axes.tsx'
import styles from './chart.module.css'
import { Cursor } from './cursor.tsx'
import { extent } from './extent.ts'
import { Frame, type Plot } from './frame.tsx'
import { linePaths } from './line-paths.ts'
import { dashOf } from './patterns.tsx'
import { roundTicks, straightScale } from './scale.ts'
import { type ChartProps, textOf, withTones } from './series.ts'
import { nearest, spread, timeTicks } from './ticks.ts'
import { colourOf } from './tones.ts'

const TOP = 8
const FOOT = 26

export function LineChart(props: ChartProps) {
  return (
    <Frame {...props} kind="line">
      {(plot) => <Lines chart={props} plot={plot} />}
    </Frame>
  )
}

function Lines({ chart, plot }: { chart: ChartProps; plot: Plot }) {
  const { xs, series, formatX, formatXLong = formatX, formatY, formatYShort = formatY } = chart
  const shown = withTones(series).filter((one) => !plot.only || one.id === plot.only)
  const bottom = plot.height - FOOT

  const [low, high] = extent(shown.map((one) => one.values))
  const values = roundTicks(Math.min(0, low), high, 5)
  const y = straightScale([values[0] ?? 0, values.at(-1) ?? 1], [bottom, TOP])
  const yTicks = values.map((value) => ({ at: y(value), text: formatYShort(value) }))
  const left = axisWidth(yTicks.map((tick) => tick.text))
  const isLabelled = shown.length > 1 && shown.length <= 5 && plot.width >= 560
  const right =
    plot.width - (isLabelled ? Math.min(140, 18 + 7 * Math.max(...shown.map((one) => one.label.length))) : 8)
  const x = straightScale([xs[0] ?? 0, xs.at(-1) ?? 1], [left, right])
  const xTicks = timeTicks(xs[0] ?? 0, xs.at(-1) ?? 0, Math.max(2, Math.floor((right - left) / 84)))

  const lines = shown.map((one) => ({ ...one, path: linePaths(one.values, xs, x, y, right - left) }))
  const alone = lines.length === 1 ? lines[0] : undefined
  const ends = spread(
    shown.map((one) => y(one.values.findLast((value) => value !== null) ?? 0)),
    15,
    TOP,
    bottom,
  )

  return (
    <Cursor
      id={plot.id}
      label={chart.label}
      kind="line"
      count={xs.length}
      width={plot.width}
      indexAt={(x_px) => nearest(xs, x.invert(x_px))}
      xOf={(position) => x(xs[position] ?? 0)}
      title={(position) => formatXLong(xs[position] ?? 0)}
      readings={(position) =>
        shown.map(({ id, label, tone, values }) => ({ id, label, tone, text: textOf(values[position], formatY) }))
      }
    >
      {(position) => (
        <svg aria-hidden width={plot.width} height={plot.height} className={styles.svg}>
          <Axes
            {...{ left, right, bottom }}
            ys={yTicks}
            xs={xTicks.map((tick) => ({ at: Math.round(x(tick)), text: formatX(tick) }))}
          />
          {alone && (
            <path d={alone.path.area} className={classNames(styles.area, styles[`fill${colourOf(alone.tone)}`])} />
          )}
          {lines.map(({ id, path, tone }) => (
            <path
              key={id}
              d={path.line}
              className={classNames(styles.line, styles[`stroke${colourOf(tone)}`])}
              strokeDasharray={dashOf(tone)}
            />
          ))}
          {isLabelled &&
            shown.map(({ id, label, tone }, index) => (
              <text
                key={id}
                x={right + 10}
                y={ends[index]}
                dy="0.32em"
                className={classNames(styles.endLabel, styles[`text${colourOf(tone)}`])}
              >
                {label}
              </text>
            ))}
          {position !== null && (
            <g>
              <line
                className={styles.crosshair}
                x1={x(xs[position] ?? 0)}
                x2={x(xs[position] ?? 0)}
                y1={TOP}
                y2={bottom}
              />
              {shown.map(({ id, values, tone }) => {
                const value = values[position]
                if (value === null || value === undefined) return null
                return (
                  <circle
                    key={id}
                    r="4"
                    cx={x(xs[position] ?? 0)}
                    cy={y(value)}
                    className={classNames(styles.dot, styles[`fill${colourOf(tone)}`])}
                  />
                )
              })}
            </g>
          )}
        </svg>
      )}
    </Cursor>
  )
}
