import type { CatalogueMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundRun } from '@portico/contract/playground.ts'
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
import { blobOf, fileName, mediaType } from './answer-type.ts'
import { indentJson } from './exact-json.ts'
import { plainRows, rowsOf } from './result-rows.ts'

const DRAWN_MAX = 2 * 1024 * 1024
const VIEW_NAMES = {
  preview: 'Preview',
  table: 'Table',
  tree: 'Tree',
  raw: 'Raw',
  headers: 'Headers',
  compare: 'Compare',
} as const
type View = keyof typeof VIEW_NAMES
const loadTree = async () => (await import('./result-tree.tsx')).ResultTree
const loadTable = async () => (await import('./result-table.tsx')).ResultTable
const loadPreview = async () => (await import('./result-preview.tsx')).ResultPreview
const loadCompare = async () => (await import('./compare-view.tsx')).CompareView

type ResultViewsProps = {
  method: Pick<CatalogueMethod, 'id' | 'plain'>
  body: string
  /** A reply that is no text, as base64; then the body names its type and size. */
  bytes?: string | undefined
  /** The body, read; undefined: it is no JSON. */
  answer: object | undefined
  /** A stored reply has none. */
  headers?: Record<string, string>
  /** Runs it can be compared with, the newest first. */
  comparable?: PlaygroundRun[]
}

/** The same reply as rows, as a tree and as text; it opens at its rows where it has some. */
export function ResultViews({ method, body, bytes, answer, headers, comparable = [] }: ResultViewsProps) {
  const t = useT()
  const rows = useMemo(() => (method.plain ? plainRows(answer) : rowsOf(answer)), [method, answer])
  const isJson = answer !== undefined
  const shown: View[] = bytes !== undefined ? ['preview'] : isJson ? ['table', 'tree', 'raw'] : ['raw']
  const [newest, former] = comparable
  const views: View[] = [
    ...shown,
    ...(headers ? (['headers'] as const) : []),
    ...(former ? (['compare'] as const) : []),
  ]
  const [chosen, setView] = useState<View>()
  const first = isJson && bytes === undefined && rows.length === 0 ? 'tree' : (shown[0] ?? 'raw')
  const view = chosen && views.includes(chosen) ? chosen : first
  const type = mediaType(headers)
  const save = () =>
    saveFile(
      fileName(headers, isJson),
      bytes === undefined ? new Blob([body], { type: isJson ? 'application/json' : type }) : blobOf(bytes, type),
    )
  const waiting = <SkeletonText lines={8} />
  return (
    <Tabs
      label={t('View')}
      tabs={views.map((id) => ({ id, label: t(VIEW_NAMES[id]) }))}
      value={view}
      onChange={setView}
      actions={
        <>
          {bytes === undefined && <CopyButton text={body} what={t('Result')} />}
          <IconButton
            size="small"
            icon="download"
            label={isJson ? t('Download JSON') : t('Save the file')}
            onClick={save}
          />
        </>
      }
    >
      {view === 'headers' && (
        <KeyValues
          dense
          items={Object.entries(headers ?? {}).map(([name, value]) => ({ key: name, label: name, value }))}
        />
      )}
      {view === 'compare' && newest && former && (
        <Lazy
          key={newest.id}
          load={loadCompare}
          props={{ runs: comparable, before_id: former.id, after_id: newest.id }}
          waiting={waiting}
        />
      )}
      {view === 'preview' && bytes !== undefined && (
        <Lazy load={loadPreview} props={{ bytes, type, about: body, onSave: save }} waiting={waiting} />
      )}
      {view === 'table' && <Lazy load={loadTable} props={{ rows, method_id: method.id }} waiting={waiting} />}
      {(view === 'tree' || view === 'raw') &&
        (body.length > DRAWN_MAX ? (
          <TooLarge size={body.length} onSave={save} />
        ) : view === 'tree' && isJson ? (
          <Lazy load={loadTree} props={{ data: answer, label: t('Result') }} waiting={waiting} />
        ) : (
          <Raw body={body} isJson={isJson} />
        ))}
    </Tabs>
  )
}

/** A reply that would freeze the page as a tree or as text; its first rows are in the table. */
function TooLarge({ size, onSave }: { size: number; onSave: () => void }) {
  const t = useT()
  return (
    <Empty
      icon="download"
      title={t('This response is too large to display')}
      action={
        <Button icon="download" onClick={onSave}>
          {t('Download JSON')} · {t('{count} MB', { count: (size / 1024 / 1024).toFixed(1) })}
        </Button>
      }
    >
      {t('Download it to see everything. The table shows the first rows.')}
    </Empty>
  )
}

function Raw({ body, isJson }: { body: string; isJson: boolean }) {
  const t = useT()
  const code = useMemo(() => (isJson ? indentJson(body) : body), [body, isJson])
  return <CodeView language={isJson ? 'json' : 'text'} label={t('Result')} code={code} />
}
