import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import { useMemo, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CodeView } from '#ui/show/code-view.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { indentJson } from './exact-json.ts'

const DRAWN_MAX = 2 * 1024 * 1024
const VIEW_NAMES = { tree: 'Tree', table: 'Table', raw: 'Raw', headers: 'Headers' } as const
type View = keyof typeof VIEW_NAMES
const loadTree = async () => (await import('./result-tree.tsx')).ResultTree
const loadTable = async () => (await import('./result-table.tsx')).ResultTable

type ResultViewsProps = {
  method: Pick<CatalogueMethod, 'id' | 'plain'>
  body: string
  /** The body, read; undefined: it is no JSON. */
  answer: object | undefined
  /** A stored reply has none. */
  headers?: Record<string, string>
}

/** The same reply as a tree, as rows and as text. One that would freeze the page is offered as a file instead. */
export function ResultViews({ method, body, answer, headers }: ResultViewsProps) {
  const t = useT()
  const [view, setView] = useState<View>('tree')
  const isLarge = body.length > DRAWN_MAX
  const save = () => saveFile('result.json', new Blob([body], { type: 'application/json' }))
  const views: View[] = headers ? ['tree', 'table', 'raw', 'headers'] : ['tree', 'table', 'raw']
  return (
    <Tabs
      label={t('View')}
      tabs={views.map((id) => ({ id, label: t(VIEW_NAMES[id]) }))}
      value={view}
      onChange={setView}
      actions={
        <>
          <CopyButton text={body} what={t('Result')} />
          <IconButton size="small" icon="download" label={t('Download JSON')} onClick={save} />
        </>
      }
    >
      {view === 'headers' ? (
        <KeyValues
          dense
          items={Object.entries(headers ?? {}).map(([name, value]) => ({ key: name, label: name, value }))}
        />
      ) : isLarge ? (
        <Empty
          icon="download"
          title={t('This response is too large to display')}
          action={
            <Button icon="download" onClick={save}>
              {t('Download JSON')} · {t('{count} MB', { count: (body.length / 1024 / 1024).toFixed(1) })}
            </Button>
          }
        >
          {t('Download it to read it.')}
        </Empty>
      ) : view === 'table' ? (
        <Lazy load={loadTable} props={{ envelope: answer, method }} waiting={<SkeletonText lines={8} />} />
      ) : view === 'tree' && answer !== undefined ? (
        <Lazy load={loadTree} props={{ data: answer, label: t('Result') }} waiting={<SkeletonText lines={8} />} />
      ) : (
        <Raw body={body} isJson={answer !== undefined} />
      )}
    </Tabs>
  )
}

function Raw({ body, isJson }: { body: string; isJson: boolean }) {
  const t = useT()
  const code = useMemo(() => (isJson ? indentJson(body) : body), [body, isJson])
  return <CodeView language="json" label={t('Result')} code={code} />
}
