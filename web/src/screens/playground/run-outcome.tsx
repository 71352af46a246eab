import type { ShownMethod } from '@portico/contract/catalogue.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Badge } from '#ui/show/badge.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { AddFundsLink } from './add-funds-link.tsx'
import { type ComparedRuns, CompareRuns } from './compare-runs.tsx'
import styles from './playground.module.css'
import { useComparable } from './use-compare.ts'
import type { PlaygroundRequest } from './use-request.ts'
import { firstTask, parsed, type RunState } from './use-run.ts'

const NO_FUNDS = [40200, 40210]
const DRAWN_MAX = 2 * 1024 * 1024
const VIEWS = ['tree', 'table', 'raw', 'headers'] as const
type View = (typeof VIEWS)[number]
const loadTree = async () => (await import('#ui/show/json-view.tsx')).JsonView
const loadTable = async () => (await import('./result-table.tsx')).ResultTable

type Ran = Extract<RunState, { step: 'done' }>
type RunOutcomeProps = { request: PlaygroundRequest; method: ShownMethod; state: Ran }

/** What came back, and the way to compare it with what came back before. */
export function RunOutcome({ request, method, state }: RunOutcomeProps) {
  const t = useT()
  const [compared, setCompared] = useState<ComparedRuns>()
  const runs = useComparable(request)(method.id)
  const [newest, former] = runs
  return (
    <>
      <Done method={method} state={state} />
      {newest && former && (
        <Button size="small" icon="columns" onClick={() => setCompared({ runs, pair: [newest.id, former.id] })}>
          {t('Compare with another run')}
        </Button>
      )}
      {compared && <CompareRuns compared={compared} onClose={() => setCompared(undefined)} />}
    </>
  )
}

function Done({ method, state }: { method: ShownMethod; state: Ran }) {
  const t = useT()
  const money = useMoney()
  const { exchange, estimate_micros, mode } = state
  const [view, setView] = useState<View>('tree')
  const envelope = parsed(exchange.body)
  const { code, message, cost_usd } = firstTask(method, exchange)
  const cost_micros = Math.round(cost_usd * 1_000_000)
  const isLarge = exchange.body.length > DRAWN_MAX
  const save = () => saveFile('result.json', new Blob([exchange.body], { type: 'application/json' }))
  return (
    <div className={styles.result}>
      <div className={styles.verdict} role="status">
        <Badge tone={code < 40000 ? 'good' : 'bad'}>
          {code} {message}
        </Badge>
        {NO_FUNDS.includes(code) && <AddFundsLink />}
        <KeyValues
          dense
          items={[
            { key: 'http', label: t('HTTP status'), value: String(exchange.http_status) },
            ...(method.plain
              ? []
              : [
                  {
                    key: 'request',
                    label: t('Request'),
                    value: `${envelope?.status_code ?? '–'} ${envelope?.status_message ?? ''}`,
                  },
                ]),
            {
              key: 'cost',
              label: t('Cost'),
              value:
                mode === 'sandbox'
                  ? t('Free')
                  : t('{cost} (estimate {estimate})', {
                      cost: money.exact(cost_micros),
                      estimate: money.exact(estimate_micros),
                    }),
            },
            { key: 'time', label: t('Duration'), value: t('{count} ms', { count: exchange.time_ms }) },
          ]}
        />
      </div>
      <Tabs
        label={t('View')}
        tabs={VIEWS.map((id) => ({ id, label: t(VIEW_NAMES[id]) }))}
        value={view}
        onChange={setView}
        actions={
          <>
            <CopyButton text={exchange.body} what={t('Result')} />
            <IconButton size="small" icon="download" label={t('Download JSON')} onClick={save} />
          </>
        }
      >
        {isLarge && view !== 'headers' ? (
          <Empty icon="download" title={t('This response is too large to display')}>
            {t('Download it to read it.')}
          </Empty>
        ) : (
          <>
            {view === 'tree' && envelope !== undefined && (
              <Lazy
                load={loadTree}
                props={{ data: envelope, label: t('Result'), depth: 4 }}
                waiting={<SkeletonText lines={8} />}
              />
            )}
            {view === 'table' && (
              <Lazy load={loadTable} props={{ envelope, method }} waiting={<SkeletonText lines={8} />} />
            )}
            {view === 'raw' && <CodeView language="json" label={t('Result')} code={pretty(exchange.body)} />}
            {view === 'headers' && (
              <KeyValues
                dense
                items={Object.entries(exchange.headers).map(([name, value]) => ({ key: name, label: name, value }))}
              />
            )}
          </>
        )}
      </Tabs>
    </div>
  )
}

const VIEW_NAMES = { tree: 'Tree', table: 'Table', raw: 'Raw', headers: 'Headers' } as const

function pretty(body: string): string {
  const value = parsed(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}
