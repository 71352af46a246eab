import type { FieldSchema } from '@portico/contract/catalogue.ts'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Field, type FieldProps } from '#ui/input/field.tsx'
import { itemOf } from './form-fields.ts'
import styles from './playground.module.css'

type Frame = Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>

type ListFieldProps = {
  frame: Frame
  items: FieldSchema | undefined
  value: unknown
  onChange: (value: unknown[] | undefined) => void
}

/** A list of texts or numbers: Enter adds one, pasted lines add many, a comma belongs to the text. */
export function ListField({ frame, items, value, onChange }: ListFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const list = Array.isArray(value) ? value : []
  const change = (next: unknown[]) => onChange(next.length > 0 ? next : undefined)
  function add(texts: string[]) {
    const more = texts.map((text) => text.trim()).filter(Boolean)
    if (more.length > 0) change([...list, ...more.map((text) => itemOf(items, text))])
    setTyped('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      add([typed])
    } else if (event.key === 'Backspace' && typed === '' && list.length > 0) change(list.slice(0, -1))
  }
  function onPaste(event: ClipboardEvent) {
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    add([typed, ...lines])
  }
  return (
    <div className={styles.list}>
      <Field
        {...frame}
        value={typed}
        autoComplete="off"
        placeholder={t('Type and press Enter, or paste several lines')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => add([typed])}
      />
      {list.length > 0 && (
        <ul className={styles.chips}>
          {list.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same text may occur twice
            <li key={index} className={styles.chip}>
              <span>{String(one)}</span>
              <button
                type="button"
                aria-label={t('Remove {name}', { name: String(one) })}
                onClick={() => change(list.filter((_, at) => at !== index))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
