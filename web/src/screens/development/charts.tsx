import { currency } from '@portico/contract/currency.ts'
import { useState } from 'react'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartSkeleton } from '#ui/chart/chart-skeleton.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import type { Series } from '#ui/chart/series.ts'
import { Spark } from '#ui/chart/spark.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { MoneyText } from '#ui/text/money-text.tsx'
import styles from './development.module.css'
import { sampleCosts, sampleDays, sampleMinutes, sampleTimes } from './sample-series.ts'
import { Specimen } from './specimen.tsx'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayLong = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const minute = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const amounts = new Intl.NumberFormat('en', { style: 'currency', currency: currency() })
const amountsShort = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: currency(),
  notation: 'compact',
  maximumFractionDigits: 1,
})
const thousands = new Intl.NumberFormat('en')

const days = sampleDays(30)
const costs = sampleCosts(30)
const minutes = sampleMinutes(10_000)
const times = sampleTimes(10_000)
const weeks = sampleDays(90)
const requests = [
  {
    id: 'requests',
    label: 'Requests',
    values: (sampleCosts(90)[0]?.values ?? []).map((value) => Math.round((value ?? 0) * 61)),
  },
]

export function Charts() {
  return (
    <>
      <Specimen name="BarChart, stacked, 30 days and 8 series" wide bare>
        <Card title="Spend by API" note="Last 30 days (UTC)">
          <BarChart
            label="Spend by API"
            xLabel="Day (UTC)"
            xs={days}
            series={costs}
            formatX={(x) => day.format(x)}
            formatXLong={(x) => dayLong.format(x)}
            formatY={(value) => amounts.format(value)}
            formatYShort={(value) => amountsShort.format(value)}
          />
        </Card>
      </Specimen>
      <Specimen name="LineChart, 3 × 10,000 points" wide bare>
        <Redrawable title="Response time" series={times} />
      </Specimen>
      <Specimen name="LineChart, 10,000 points" wide bare>
        <Redrawable title="Median response time" series={times.slice(0, 1)} />
      </Specimen>
      <Specimen name="LineChart, one series">
        <LineChart
          label="Requests a day"
          xLabel="Day (UTC)"
          xs={weeks}
          series={requests}
          hideLegend
          height={180}
          formatX={(x) => day.format(x)}
          formatY={(value) => thousands.format(value)}
        />
      </Specimen>
      <Specimen name="ChartSkeleton">
        <ChartSkeleton height={180} />
      </Specimen>
      <Specimen name="Spark and amounts">
        <div className={styles.row}>
          <MoneyText text="$1,204.386200" size="large" />
          <Spark label="Spend, rising from $14 to $22" values={[14, 15, 13, 17, 16, 19, 18, 22]} />
          <MoneyText text="$1,204.386200" change="up" />
          <MoneyText text="-$3.100000" change="down" />
        </div>
      </Specimen>
    </>
  )
}

function Redrawable({ title, series }: { title: string; series: readonly Series[] }) {
  const [drawing, setDrawing] = useState(0)
  return (
    <Card
      title={title}
      actions={
        <Button size="small" icon="refresh" onClick={() => setDrawing(drawing + 1)}>
          Draw again
        </Button>
      }
    >
      <LineChart
        key={drawing}
        label={title}
        xLabel="Time (UTC)"
        xs={minutes}
        series={series}
        formatX={(x) => day.format(x)}
        formatXLong={(x) => `${minute.format(x)} UTC`}
        formatY={(value) => `${thousands.format(value)} ms`}
      />
    </Card>
  )
}
