import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import type { Role } from '@portico/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { Description } from './description.tsx'
import { LookUpsProvider, lookUpsFor } from './look-ups.ts'
import { TasksContext, useOwnTasks } from './own-tasks.ts'
import { Picker } from './picker.tsx'
import styles from './playground.module.css'
import { savedQuery } from './playground-queries.ts'
import { RunBar } from './run-bar.tsx'
import { taskFaults, unplaced } from './task-faults.ts'
import { TaskForm } from './task-form.tsx'
import { UnreadFieldsProvider, useUnreadFields } from './unread-fields.ts'
import { FilesProvider, fileFaults, type useFiles } from './use-files.ts'
import { useMedia } from './use-media.ts'
import type { PlaygroundRequest, Task } from './use-request.ts'

const loadFaults = async () => (await import('./fault-list.tsx')).FaultList
const loadPathParam = async () => (await import('./path-param.tsx')).PathParam
const loadEditor = async () => (await import('./task-editor.tsx')).TaskEditor
const loadCode = async () => (await import('./code-view.tsx')).RequestCode
const loadShare = async () => (await import('./share-button.tsx')).ShareButton
const loadSave = async () => (await import('./save-dialog.tsx')).SaveDialog

type BenchProps = {
  request: PlaygroundRequest
  method: ShownMethod
  mode: PlaygroundMode
  role: Role | undefined
  ip: string
  balance_micros: number
  busy: boolean
  onMode: (mode: PlaygroundMode) => void
  onRun: (max_micros: number) => void
  chosen: ReturnType<typeof useFiles>
  login: string
  base_url: string
  result: ReactNode
  /** Past and saved requests. */
  rail: ReactNode
}

/** The function at the top with its environment, price and button; below it the request, its result and past ones. */
export function Bench({ request, method, chosen, login, base_url, result, rail, ...run }: BenchProps) {
  const t = useT()
  const isWide = useMedia('(width > 1100px)')
  const isVeryWide = useMedia('(width >= 1600px)')
  const [isRailWanted, setRail] = useState<boolean>()
  const isRailOpen = isRailWanted ?? isVeryWide
  const [view, setView] = useState<'form' | 'json' | 'code'>('form')
  const ownTasks = useOwnTasks(method.path, [
    ...Object.keys(method.path_params),
    ...Object.keys(method.schema.properties ?? {}),
  ])
  const [typed, setTyped] = useState<{ unread: string | undefined; task: Task }>()
  const [unreadFields, reportUnread] = useUnreadFields()
  const [isSaving, setSaving] = useState(false)
  const { task, setTask, params, setParams, functions } = request
  const { saved } = request.address
  const { data: all } = useQuery({ ...savedQuery, enabled: saved !== undefined })
  const stored = all?.requests.find(({ id, is_own }) => is_own && String(id) === saved)
  const faults = useMemo(
    () => ({ ...taskFaults(method.schema, task), ...fileFaults(chosen.names, task, chosen.files) }),
    [method, task, chosen.names, chosen.files],
  )
  const lookUps = useMemo(
    () =>
      lookUpsFor(
        method.path,
        functions.flatMap(({ methods }) => methods),
      ),
    [method, functions],
  )
  // As JSON it waits for a correction, until the form or the example replaces it.
  const unread = typed?.task === task ? typed.unread : undefined
  const isUnread = view !== 'form' && unread !== undefined
  const isWrong = Object.keys(faults).length > 0 || isUnread || unreadFields.size > 0
  const listed = view === 'form' ? unplaced(faults, method.schema) : isUnread ? {} : faults
  const runBar = <RunBar {...run} method={method} task={task} isWrong={isWrong} isSticky={!isWide} />
  return (
    <>
      <Card className={styles.bar}>
        <Picker request={request}>
          <Button tone="quiet" onClick={() => setSaving(true)}>
            {t('Save…')}
          </Button>
          <Lazy
            load={loadShare}
            props={{ request, method }}
            waiting={<IconButton tone="quiet" icon="link" label={t('Copy link')} disabled />}
          />
          {isWide && (
            <IconButton
              tone="quiet"
              icon="clock"
              label={t('History')}
              aria-expanded={isRailOpen}
              onClick={() => setRail(!isRailOpen)}
            />
          )}
        </Picker>
        <div className={styles.barRow}>
          <code className={styles.path}>
            {method.http_method} <Breakable text={method.path} />
          </code>
          {isWide && runBar}
        </div>
      </Card>
      <div className={classNames(styles.panes, isRailOpen && styles.withRail)}>
        <Card title={t('Request')}>
          {method.summary && (
            <div className={styles.summary}>
              <Description text={method.summary} />
            </div>
          )}
          <div className={styles.tools}>
            <Segmented
              label={t('View')}
              hideLabel
              value={view}
              onChange={setView}
              options={[
                { value: 'form', label: t('Form') },
                { value: 'json', label: 'JSON' },
                { value: 'code', label: t('Code') },
              ]}
            />
            <Button size="small" tone="quiet" onClick={() => setTask({ ...method.sample })}>
              {t('Fill with the example')}
            </Button>
          </div>
          {view === 'form' && unread !== undefined && (
            <div className={styles.unread}>
              <Banner>{t('The JSON could not be read. The form shows the previous version.')}</Banner>
            </div>
          )}
          {view === 'code' ? (
            <Lazy
              load={loadCode}
              props={{ method, task, params, mode: run.mode, login, base_url }}
              waiting={<SkeletonText lines={12} />}
            />
          ) : (
            <TasksContext value={ownTasks}>
              {Object.entries(method.path_params).map(([name, field]) => (
                <Lazy
                  key={name}
                  load={loadPathParam}
                  props={{
                    name,
                    hint: field.description,
                    value: params[name] ?? '',
                    onChange: (value: string) => setParams({ ...params, [name]: value }),
                  }}
                  waiting={<SkeletonText lines={2} />}
                />
              ))}
              <LookUpsProvider value={lookUps}>
                <FilesProvider value={chosen}>
                  <UnreadFieldsProvider value={reportUnread}>
                    {view === 'form' ? (
                      <TaskForm
                        key={request.key}
                        schema={method.schema}
                        sample={method.sample}
                        task={task}
                        faults={faults}
                        onChange={setTask}
                      />
                    ) : (
                      <Lazy
                        key={method.id}
                        load={loadEditor}
                        props={{
                          task,
                          unread,
                          onChange: setTask,
                          onUnread: (text) => setTyped({ unread: text, task }),
                        }}
                        waiting={<SkeletonText lines={12} />}
                      />
                    )}
                  </UnreadFieldsProvider>
                </FilesProvider>
              </LookUpsProvider>
            </TasksContext>
          )}
          {Object.keys(listed).length > 0 && <Lazy load={loadFaults} props={{ faults: listed }} waiting={null} />}
          {!isWide && runBar}
        </Card>
        {result}
        {(isRailOpen || !isWide) && <aside className={styles.rail}>{rail}</aside>}
      </div>
      {isSaving && (
        <Lazy
          load={loadSave}
          props={{
            request: { method_id: method.id, task, params },
            saved: stored,
            name: request.function?.title ?? '',
            onClose: () => setSaving(false),
          }}
          waiting={null}
        />
      )}
    </>
  )
}
