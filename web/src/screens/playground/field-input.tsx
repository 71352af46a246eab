import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import type { ComponentType } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { MultiCombobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { itemOf, kindOf } from './form-fields.ts'
import { JsonField } from './json-field.tsx'
import { ListField } from './list-field.tsx'
import { LookUpField, useLookUp } from './look-up-field.tsx'
import styles from './playground.module.css'
import type { TaskFormProps } from './task-form-props.ts'
import { TaskIdField } from './task-id-field.tsx'
import { isTaskIdField } from './task-ids.ts'

export type FieldInputProps = {
  name: string
  path: string
  field: FieldSchema
  isRequired: boolean
  value: unknown
  faults: Faults
  depth: number
  /** The form this field stands in, for the fields of an object. */
  Form: ComponentType<TaskFormProps>
  /** Undefined takes the field out of the request. */
  onChange: (value: unknown) => void
}

export function FieldInput(props: FieldInputProps) {
  const { name, path, field, isRequired, value, faults, depth, onChange } = props
  const { say } = useI18n()
  const kind = kindOf(field, depth)
  const fault = faults[path] ?? (kind === 'fields' || kind === 'rows' ? undefined : faultBelow(faults, path))
  const lookUp = useLookUp(name)
  const frame = {
    label: <code>{name}</code>,
    hint: <Hint field={field} />,
    ...(fault && { error: say(fault.message, fault.values) }),
    optional: !isRequired,
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (lookUp && (kind === 'text' || kind === 'number'))
    return <LookUpField frame={frame} lookUp={lookUp} name={name} value={value} onChange={onChange} />
  if (kind === 'text' && isTaskIdField(name))
    return <TaskIdField frame={frame} value={text} onChange={(typed) => onChange(typed === '' ? undefined : typed)} />
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={<code>{name}</code>}
          hint={<Hint field={field} />}
          checked={typeof value === 'boolean' ? value : field.default === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...frame}
          value={text}
          placeholder=" "
          options={(field.enum ?? []).map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(event) => onChange(field.enum?.find((one) => String(one) === event.target.value))}
        />
      )
    case 'choices':
      return (
        <MultiCombobox
          {...frame}
          value={Array.isArray(value) ? value.map(String) : []}
          options={(field.items?.enum ?? []).map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen.map((one) => itemOf(field.items, one)) : undefined)}
        />
      )
    case 'list':
      return <ListField frame={frame} items={field.items} value={value} onChange={onChange} />
    case 'number':
      return (
        <Field
          {...frame}
          type="number"
          step={field.type === 'integer' ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          value={text}
          placeholder={placeholderOf(field)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        />
      )
    case 'long text':
      return (
        <TextArea
          {...frame}
          rows={3}
          value={text}
          placeholder={placeholderOf(field)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )
    case 'text':
      return (
        <Field
          {...frame}
          type={field.format === 'date' ? 'date' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={placeholderOf(field)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )
    case 'fields':
      return <Nested {...props} />
    case 'rows':
      return <Rows {...props} />
    case 'json':
      return <JsonField frame={frame} value={value} onChange={onChange} />
  }
}

/** The first fault of what one control fills in as a whole, such as the third entry of a list. */
function faultBelow(faults: Faults, path: string) {
  return Object.entries(faults).find(([at]) => at.startsWith(`${path}.`))?.[1]
}

function placeholderOf(field: FieldSchema): string | undefined {
  const one = field.default ?? field.examples?.[0]
  return one === undefined || one === null || typeof one === 'object' ? undefined : String(one)
}

/** What the provider says of a field, its bounds and what it is when left out. */
function Hint({ field }: { field: FieldSchema }) {
  const { t } = useI18n()
  const { minimum, maximum, default: otherwise, description } = field
  const parts = [
    description,
    minimum !== undefined && maximum !== undefined && t('From {minimum} to {maximum}.', { minimum, maximum }),
    otherwise !== undefined && typeof otherwise !== 'object' && t('Default: {value}.', { value: String(otherwise) }),
  ].filter((part) => typeof part === 'string' && part !== '')
  return parts.length > 0 ? parts.join(' ') : null
}

function Nested({ name, path, field, value, faults, depth, onChange, Form }: FieldInputProps) {
  const task = typeof value === 'object' && value !== null ? { ...value } : {}
  return (
    <fieldset className={styles.nested}>
      <legend>
        <code>{name}</code>
      </legend>
      <GroupFault fault={faults[path]} />
      <Form
        schema={field}
        sample={{}}
        task={task}
        faults={faults}
        path={`${path}.`}
        depth={depth + 1}
        onChange={(next) => onChange(Object.keys(next).length > 0 ? next : undefined)}
      />
    </fieldset>
  )
}

/** What is wrong with an object or a list of them as a whole. */
function GroupFault({ fault }: { fault: Faults[string] | undefined }) {
  const { say } = useI18n()
  return fault ? <p className={styles.fault}>{say(fault.message, fault.values)}</p> : null
}

function Rows({ name, path, field, value, faults, depth, onChange, Form }: FieldInputProps) {
  const { t } = useI18n()
  const rows = Array.isArray(value) ? value : []
  const change = (next: unknown[]) => onChange(next.length > 0 ? next : undefined)
  return (
    <fieldset className={styles.nested}>
      <legend>
        <code>{name}</code>
      </legend>
      <GroupFault fault={faults[path]} />
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by
        <div key={place} className={styles.row}>
          <Form
            schema={field.items ?? {}}
            sample={{}}
            task={typeof row === 'object' && row !== null ? { ...row } : {}}
            faults={faults}
            path={`${path}.${place}.`}
            depth={depth + 1}
            onChange={(next) => change(rows.map((one, at) => (at === place ? next : one)))}
          />
          <Button size="small" tone="quiet" icon="trash" onClick={() => change(rows.filter((_, at) => at !== place))}>
            {t('Remove')}
          </Button>
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => change([...rows, {}])}>
        {t('Add')}
      </Button>
    </fieldset>
  )
}
