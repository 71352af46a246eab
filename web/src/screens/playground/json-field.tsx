import { useMemo, useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import type { FieldProps } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { type JsonReading, readJson } from './read-json.ts'
import { useReportUnread } from './unread-fields.ts'

type JsonFieldProps = {
  frame: Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'>
  value: unknown
  onChange: (value: unknown) => void
}

/** A value written as JSON. Unreadable text stays as typed and changes nothing, and no request is made of it. */
export function JsonField({ frame, value, onChange }: JsonFieldProps) {
  const { translateProblem } = useI18n()
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [typed, setTyped] = useState<{ text: string; of: string }>()
  const text = typed && typed.of === shown ? typed.text : shown
  const fault = useMemo(() => faultOf(read(text)), [text])
  useReportUnread(fault !== undefined)
  return (
    <TextArea
      {...frame}
      mono
      rows={Math.min(24, Math.max(4, text.split('\n').length))}
      spellCheck={false}
      value={text}
      {...(fault && { error: translateProblem(fault.message, fault.values) })}
      onChange={({ target }) => {
        const next = read(target.value)
        if ('fault' in next) return setTyped({ text: target.value, of: shown })
        setTyped({ text: target.value, of: next.value === undefined ? '' : JSON.stringify(next.value, null, 2) })
        onChange(next.value)
      }}
    />
  )
}

function read(text: string): JsonReading {
  return text.trim() === '' ? { value: undefined } : readJson(text)
}

function faultOf(reading: JsonReading) {
  return 'fault' in reading ? reading.fault : undefined
}
