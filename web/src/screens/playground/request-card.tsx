import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import type { Role } from '@portico/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button, IconButton } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Field } from '#ui/input/field.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { FaultList } from './fault-list.tsx'
import { fieldNames } from './form-fields.ts'
import { LookUpsProvider, lookUpsFor } from './look-up-field.tsx'
import { Picker } from './picker.tsx'
import styles from './playground.module.css'
import { savedQuery } from './playground-queries.ts'
import { RunBar } from './run-bar.tsx'
import { taskFaults } from './task-faults.ts'
import { TaskForm } from './task-form.tsx'
import { TaskIdField, TasksProvider, useOwnTasks } from './task-id-field.tsx'
import { isTaskIdField } from './task-ids.ts'
import { UnreadFieldsProvider, useUnreadFields } from './unread-fields.ts'
import type { PlaygroundRequest, Task } from './use-request.ts'

const loadEditor = async () => (await import('./task-editor.tsx')).TaskEditor
const loadShare = async () => (await import('./share-button.tsx')).ShareButton
const loadSave = async () => (await import('./save-dialog.tsx')).SaveDialog

type RequestCardProps = {
  request: PlaygroundRequest
  method: ShownMethod
  mode: PlaygroundMode
  role: Role | undefined
  ip: string
  balance_micros: number
  busy: boolean
  onMode: (mode: PlaygroundMode) => void
  onRun: (max_micros: number) => void
}

export function RequestCard({ request, method, ...run }: RequestCardProps) {
  const t = useT()
  const [view, setView] = useState<'form' | 'json'>('form')
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
  const faults = useMemo(() => taskFaults(method.schema, task), [method, task])
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
  const isUnread = view === 'json' && unread !== undefined
  const isWrong = Object.keys(faults).length > 0 || isUnread || unreadFields.size > 0
  return (
    <Card title={t('Request')}>
      <Picker request={request} />
      <code className={styles.path}>
        {method.http_method} {method.path}
      </code>
      <div className={styles.tools}>
        <Segmented
          label={t('View')}
          hideLabel
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: t('Form') },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <Button size="small" tone="quiet" onClick={() => setTask({ ...method.sample })}>
          {t('Fill with the example')}
        </Button>
        <Button size="small" tone="quiet" onClick={() => setSaving(true)}>
          {t('Save…')}
        </Button>
        <Lazy
          load={loadShare}
          props={{ request, method }}
          waiting={<IconButton size="small" tone="quiet" icon="link" label={t('Copy link')} disabled />}
        />
      </div>
      {view === 'form' && unread !== undefined && (
        <div className={styles.unread}>
          <Banner>{t('The JSON could not be read. The form shows what it was before.')}</Banner>
        </div>
      )}
      <TasksProvider value={ownTasks}>
        {Object.entries(method.path_params).map(([name, field]) => (
          <PathParam
            key={name}
            name={name}
            hint={field.description}
            value={params[name] ?? ''}
            onChange={(value) => setParams({ ...params, [name]: value })}
          />
        ))}
        <LookUpsProvider value={lookUps}>
          <UnreadFieldsProvider value={reportUnread}>
            {view === 'form' ? (
              <TaskForm
                key={method.id}
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
                props={{ task, unread, onChange: setTask, onUnread: (text) => setTyped({ unread: text, task }) }}
                waiting={<SkeletonText lines={12} />}
              />
            )}
          </UnreadFieldsProvider>
        </LookUpsProvider>
      </TasksProvider>
      <FaultList faults={view === 'json' ? (isUnread ? {} : faults) : unplaced(faults, method.schema)} />
      <RunBar {...run} method={method} task={task} isWrong={isWrong} />
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
    </Card>
  )
}

type PathParamProps = {
  name: string
  hint: string | undefined
  value: string
  onChange: (value: string) => void
}

function PathParam({ name, hint, value, onChange }: PathParamProps) {
  const frame = { label: <code>{name}</code>, hint }
  if (isTaskIdField(name)) return <TaskIdField frame={frame} value={value} onChange={onChange} />
  return <Field {...frame} value={value} onChange={({ target }) => onChange(target.value)} />
}

/** Faults without a field in the form: of the task as a whole, and of names it does not know. */
function unplaced(faults: Faults, schema: ShownMethod['schema']): Faults {
  const names = fieldNames(schema)
  const isPlaced = (path: string) => names.some((name) => path === name || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isPlaced(path)))
}
