import { use } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Field, type FieldProps } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TasksContext } from './own-tasks.ts'

type TaskIdFieldProps = {
  frame: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
  value: string
  onChange: (value: string) => void
}

/** The id of a task: typed, or one of the login's own. */
export function TaskIdField({ frame, value, onChange }: TaskIdFieldProps) {
  const t = useT()
  const { both } = useTimes()
  const tasks = use(TasksContext)
  return (
    <div>
      <Field
        {...frame}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {tasks.length > 0 && (
        <Select
          label={t('Your recent tasks')}
          value={tasks.some(({ id }) => id === value) ? value : ''}
          placeholder={t('Choose a task')}
          options={tasks.map(({ id, at }) => ({ value: id, label: `${both(at)} · ${id}` }))}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
        />
      )}
    </div>
  )
}
