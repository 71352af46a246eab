import { alternativesOf } from '@portico/contract/form-choice.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { FieldInput } from './field-input.tsx'
import { type Choice, choiceOf, drawnForm, faultsOfForm, recordOf } from './form-choice.ts'
import { orderFields, withField } from './form-fields.ts'
import { FormSelect } from './form-select.tsx'
import styles from './playground.module.css'
import type { TaskFormProps } from './task-form-props.ts'
import { useChosenForm } from './use-chosen-form.ts'

/** A form made from a schema: which of several it is, then what is needed, then the rest folded. */
export function TaskForm(props: TaskFormProps) {
  const choice = choiceOf(props.schema)
  return choice ? <ChosenForm {...props} choice={choice} /> : <Fields {...props} />
}

function ChosenForm({ choice, ...props }: TaskFormProps & { choice: Choice }) {
  const { task, faults, path = '', onChange } = props
  const { at = 0, pick, change } = useChosenForm(choice, task, (next) => onChange(recordOf(next)))
  return (
    <>
      <FormSelect choice={choice} at={at} isOptional={false} onPick={pick} />
      <TaskForm
        {...props}
        key={at}
        schema={drawnForm(choice, at, task)}
        faults={faultsOfForm(choice, at, task, path.replace(/\.$/, ''), faults)}
        onChange={change}
      />
    </>
  )
}

function Fields({ schema, sample, task, faults, onChange, path = '', depth = 0 }: TaskFormProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  // A fault is never folded away.
  const isWrong = (name: string) => Object.keys(faults).some((at) => `${at}.`.startsWith(`${path}${name}.`))
  const { first, rest } = orderFields(schema, { ...sample, ...task }, isWrong)
  const groups = schema.allOf?.map(alternativesOf)
  const shown = isOpen ? [...first, ...rest] : first
  return (
    <div className={styles.form}>
      {shown.map((name) => (
        <FieldInput
          key={name}
          name={name}
          path={path + name}
          field={schema.properties?.[name] ?? {}}
          isRequired={schema.required?.includes(name) ?? false}
          alternatives={groups?.find((names) => names?.includes(name))}
          value={task[name]}
          faults={faults}
          depth={depth}
          Form={TaskForm}
          onChange={(value) => onChange(withField(task, name, value))}
        />
      ))}
      {rest.length > 0 && (
        <Button
          tone="quiet"
          size="small"
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Fewer fields') : t('More fields ({count})', { count: rest.length })}
        </Button>
      )}
    </div>
  )
}
