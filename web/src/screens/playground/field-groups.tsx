import type { Faults } from '@portico/contract/check-task.ts'
import type { ComponentType, ReactNode } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Description } from './description.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { type Choice, choiceOf, drawnForm, faultsOfForm, recordOf } from './form-choice.ts'
import { FormSelect } from './form-select.tsx'
import styles from './playground.module.css'
import { useChosenForm } from './use-chosen-form.ts'

/** An object: its fields in a frame. */
export function Nested({ name, path, field, isRequired, value, faults, depth, onChange, Form }: FieldInputProps) {
  return (
    <Group name={name} field={field}>
      <GroupFault fault={faults[path]} />
      <Form
        schema={field}
        sample={{}}
        task={recordOf(value)}
        faults={faults}
        path={`${path}.`}
        depth={depth + 1}
        onChange={(next) => onChange(withoutEmpty(next, isRequired))}
      />
    </Group>
  )
}

/** A list of objects. */
export function Rows({ name, path, field, value, faults, depth, onChange, Form }: FieldInputProps) {
  const { t } = useI18n()
  const rows = Array.isArray(value) ? value : []
  const change = (next: unknown[]) => onChange(next.length > 0 ? next : undefined)
  return (
    <Group name={name} field={field}>
      <GroupFault fault={faults[path]} />
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by
        <div key={index} className={styles.row}>
          <GroupFault fault={faults[`${path}.${index}`]} />
          <Form
            schema={field.items ?? {}}
            sample={{}}
            task={recordOf(row)}
            faults={faults}
            path={`${path}.${index}.`}
            depth={depth + 1}
            onChange={(next) => change(rows.map((one, at) => (at === index ? next : one)))}
          />
          <Button size="small" tone="quiet" icon="trash" onClick={() => change(rows.filter((_, at) => at !== index))}>
            {t('Remove')}
          </Button>
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => change([...rows, {}])}>
        {t('Add')}
      </Button>
    </Group>
  )
}

type FormsFieldProps = FieldInputProps & { Input: ComponentType<FieldInputProps> }

/** A value that takes one of several forms: which one, then its fields or its control. */
export function FormsField(props: FormsFieldProps) {
  const choice = choiceOf(props.field)
  return choice ? <Forms {...props} choice={choice} /> : null
}

function Forms({ choice, Input, ...props }: FormsFieldProps & { choice: Choice }) {
  const { name, path, field, isRequired, value, faults, depth, onChange, Form } = props
  const { at, pick, change } = useChosenForm(choice, value, onChange)
  const form = at === undefined ? undefined : drawnForm(choice, at, value)
  const shown = at === undefined ? faults : faultsOfForm(choice, at, value, path, faults)
  const isOfFields = form?.type === 'object' && form.properties !== undefined
  return (
    <Group name={name} field={field}>
      {(isOfFields || !form) && <GroupFault fault={shown[path]} />}
      <FormSelect choice={choice} at={at} isOptional={!isRequired} onPick={pick} />
      {isOfFields && (
        <Form
          key={at}
          schema={form}
          sample={{}}
          task={recordOf(value)}
          faults={shown}
          path={`${path}.`}
          depth={depth + 1}
          onChange={(next) => change(withoutEmpty(next, isRequired))}
        />
      )}
      {form && !isOfFields && (
        <Input {...props} key={at} field={form} faults={shown} depth={depth + 1} onChange={change} />
      )}
    </Group>
  )
}

/** An object that was not filled in is not sent, unless it is required. */
function withoutEmpty(value: Record<string, unknown>, isRequired: boolean) {
  return isRequired || Object.keys(value).length > 0 ? value : undefined
}

/** The error of an object or a list of them as a whole. */
function GroupFault({ fault }: { fault: Faults[string] | undefined }) {
  const { translateProblem } = useI18n()
  return fault ? <p className={styles.fault}>{translateProblem(fault.message, fault.values)}</p> : null
}

/** Several fields in a frame, with the description of the document. */
function Group({ name, field, children }: Pick<FieldInputProps, 'name' | 'field'> & { children: ReactNode }) {
  return (
    <fieldset className={styles.nested}>
      <legend>
        <code>{name}</code>
      </legend>
      {field.description && (
        <div className={styles.note}>
          <Description text={field.description} />
        </div>
      )}
      {children}
    </fieldset>
  )
}
