import type { FieldSchema } from '@portico/contract/catalogue.ts'
import type { Faults } from '@portico/contract/check-task.ts'
import type { ChangeEvent } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Field } from '#ui/input/field.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { ChoiceInput } from './choice-input.tsx'
import { Description } from './description.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { type Option, optionsOf } from './form-choice.ts'
import { type FieldKind, kindOf } from './form-fields.ts'
import { useLookUp } from './look-ups.ts'
import { NumberField } from './number-field.tsx'
import { isTaskIdField } from './task-ids.ts'
import { useFileField } from './use-files.ts'

const loadNested = async () => (await import('./field-groups.tsx')).Nested
const loadRows = async () => (await import('./field-groups.tsx')).Rows
const loadForms = async () => (await import('./field-groups.tsx')).FormsField
const loadList = async () => (await import('./list-field.tsx')).ListField
const loadLookUp = async () => (await import('./look-up-field.tsx')).LookUpField
const loadTaskId = async () => (await import('./task-id-field.tsx')).TaskIdField
const loadSwitch = async () => (await import('#ui/input/switch.tsx')).Switch
const loadTextArea = async () => (await import('#ui/input/text-area.tsx')).TextArea
const loadFile = async () => (await import('./file-field.tsx')).FileField
const loadDateTime = async () => (await import('./date-time-field.tsx')).DateTimeField
const loadJson = async () => (await import('./json-field.tsx')).JsonField
const loadChoices = async () => (await import('#ui/input/combobox.tsx')).MultiCombobox

/** They show what is wrong with them, and each of their fields its own. */
const GROUPS: FieldKind[] = ['fields', 'rows', 'forms']

export function FieldInput(props: FieldInputProps) {
  const { name, path, field, isRequired, alternatives, value, faults, depth, onChange } = props
  const { t, translateProblem } = useI18n()
  const kind = kindOf(field, depth)
  const fault = faults[path] ?? (GROUPS.includes(kind) ? undefined : faultBelow(faults, path))
  const lookUp = useLookUp(name)
  const file = useFileField(path)
  const frame = {
    label: <code>{name}</code>,
    hint: <Hint field={field} />,
    ...(fault && { error: translateProblem(fault.message, fault.values) }),
    optional: alternatives
      ? t('or {names}', { names: alternatives.filter((one) => one !== name).join(', ') })
      : !isRequired,
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const changeText = (typed: string) => onChange(typed === '' ? undefined : typed)
  const waiting = <Field {...frame} readOnly value={text} />
  if (file) {
    const isList = field.type === 'array'
    const onChoose = (files: readonly File[]) => {
      file.choose(files)
      const names = files.map((one) => one.name)
      onChange(isList && names.length > 0 ? names : names[0])
    }
    return <Lazy load={loadFile} props={{ frame, isList, onChoose }} waiting={waiting} />
  }
  if (lookUp && (kind === 'text' || kind === 'number'))
    return <Lazy load={loadLookUp} props={{ frame, lookUp, name, value, onChange }} waiting={waiting} />
  if (kind === 'text' && isTaskIdField(name))
    return <Lazy load={loadTaskId} props={{ frame, value: text, onChange: changeText }} waiting={waiting} />
  switch (kind) {
    case 'switch':
      return (
        <Lazy
          load={loadSwitch}
          props={{
            label: <code>{name}</code>,
            hint: <Hint field={field} />,
            checked: typeof value === 'boolean' ? value : field.default === true,
            onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.checked),
          }}
          waiting={<code>{name}</code>}
        />
      )
    case 'choice':
      return <ChoiceInput frame={frame} options={optionsOf(field) ?? []} value={value} onChange={onChange} />
    case 'choices': {
      const given = Array.isArray(value) ? value : []
      // A foreign value that is no option stays until it is removed.
      const known = new Map([...(optionsOf(field.items ?? {}) ?? []), ...given.map(plainOption)].map(byText))
      return (
        <Lazy
          load={loadChoices}
          props={{
            ...frame,
            value: given.map(String),
            options: [...known].map(([text, { label }]) => ({ value: text, label })),
            onChange: (chosen: string[]) =>
              onChange(chosen.length > 0 ? chosen.map((one) => known.get(one)?.value) : undefined),
          }}
          waiting={<Field {...frame} readOnly value={given.join(', ')} />}
        />
      )
    }
    case 'list':
      return <Lazy load={loadList} props={{ frame, items: field.items, value, onChange }} waiting={waiting} />
    case 'number':
      return (
        <NumberField
          {...frame}
          step={field.type === 'integer' ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          value={value}
          placeholder={placeholderOf(field)}
          onChange={onChange}
        />
      )
    case 'long text':
      return (
        <Lazy
          load={loadTextArea}
          props={{
            ...frame,
            rows: 3,
            value: text,
            placeholder: placeholderOf(field),
            onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => changeText(target.value),
          }}
          waiting={waiting}
        />
      )
    case 'text':
      if (field.format === 'date-time')
        return <Lazy load={loadDateTime} props={{ ...frame, value: text, onChange }} waiting={waiting} />
      return (
        <Field
          {...frame}
          type={field.format === 'date' ? 'date' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={placeholderOf(field)}
          onChange={({ target }) => changeText(target.value)}
        />
      )
    case 'fields':
      return <Lazy load={loadNested} props={props} waiting={waiting} />
    case 'rows':
      return <Lazy load={loadRows} props={props} waiting={waiting} />
    case 'forms':
      return <Lazy load={loadForms} props={{ ...props, Input: FieldInput }} waiting={waiting} />
    case 'json':
      return (
        <Lazy
          load={loadJson}
          props={{ frame, value, onChange }}
          waiting={<Field {...frame} readOnly value={value === undefined ? '' : JSON.stringify(value)} />}
        />
      )
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

/** The provider's description of a field, its bounds and its default. */
function Hint({ field }: { field: FieldSchema }) {
  const { t } = useI18n()
  const { minimum, maximum, default: otherwise, description, examples } = field
  const example = examples?.find((one) => typeof one !== 'object' && one !== otherwise)
  const parts = [
    minimum !== undefined && maximum !== undefined && t('From {minimum} to {maximum}.', { minimum, maximum }),
    otherwise !== undefined && typeof otherwise !== 'object' && t('Default: {value}.', { value: String(otherwise) }),
    example !== undefined && t('Example: {value}.', { value: String(example) }),
  ].filter((part) => typeof part === 'string' && part !== '')
  const facts = parts.length > 0 ? parts.join(' ') : null
  return description ? <Description text={description} after={facts} /> : facts
}

function plainOption(value: unknown): Option {
  return { value, label: String(value) }
}

function byText(option: Option): [string, Option] {
  return [String(option.value), option]
}
