import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import type { FieldProps } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-area.tsx'

type JsonFieldProps = {
  frame: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
  value: unknown
  onChange: (value: unknown) => void
}

/** A value written as JSON. What cannot be read is kept as typed and changes nothing. */
export function JsonField({ frame, value, onChange }: JsonFieldProps) {
  const t = useT()
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [typed, setTyped] = useState<{ text: string; of: string }>()
  const text = typed && typed.of === shown ? typed.text : shown
  const isWrong = typed !== undefined && typed.of === shown && read(typed.text).isWrong
  function read(given: string): { value?: unknown; isWrong: boolean } {
    if (given.trim() === '') return { value: undefined, isWrong: false }
    try {
      return { value: JSON.parse(given), isWrong: false }
    } catch {
      return { isWrong: true }
    }
  }
  return (
    <TextArea
      {...frame}
      mono
      rows={Math.min(24, Math.max(4, text.split('\n').length))}
      spellCheck={false}
      value={text}
      {...(isWrong && { error: t('This is not valid JSON.') })}
      onChange={({ target }) => {
        const next = read(target.value)
        if (next.isWrong) return setTyped({ text: target.value, of: shown })
        setTyped({ text: target.value, of: next.value === undefined ? '' : JSON.stringify(next.value, null, 2) })
        onChange(next.value)
      }}
    />
  )
}
