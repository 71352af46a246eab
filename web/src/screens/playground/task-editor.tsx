import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { loadPart } from '#lib/load-chunk.ts'
import { classNames } from '#ui/class-names.ts'
import { FieldFrame } from '#ui/input/field-frame.tsx'
import type { CodeEditorProps } from './code-editor.tsx'
import styles from './playground.module.css'
import type { Task } from './use-request.ts'

type TaskEditorProps = {
  task: Task
  onChange: (task: Task) => void
  /** Whether what is typed can be read: what cannot be is kept as typed, and no request is made of it. */
  onReadable: (isReadable: boolean) => void
}

const load = async () => (await import('./code-editor.tsx')).CodeEditor

/** The whole task as JSON: in an editor once that is loaded, in a plain text box until then and where it cannot be had. */
export function TaskEditor({ task, onChange, onReadable }: TaskEditorProps) {
  const t = useT()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [Editor, setEditor] = useState<{ Part: ComponentType<CodeEditorProps>; takesFocus: boolean }>()
  const [typed, setTyped] = useState(() => ({ text: JSON.stringify(task, null, 2), task, isWrong: false }))
  // Filled in from elsewhere, such as by the example, it is written anew.
  const isOurs = typed.task === task
  const text = isOurs ? typed.text : JSON.stringify(task, null, 2)
  const isWrong = isOurs && typed.isWrong
  useEffect(() => {
    let isHere = true
    loadPart(load).then(
      (Part) => isHere && setEditor({ Part, takesFocus: document.activeElement === area.current }),
      // The text box stays.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])
  function change(next: string) {
    const read = readTask(next)
    onReadable(read !== undefined)
    setTyped({ text: next, task: read ?? task, isWrong: read === undefined })
    if (read) onChange(read)
  }
  const message = isWrong && { error: t('This is not valid JSON.') }
  return (
    <FieldFrame
      id={id}
      label={t('Task as JSON')}
      hint={Editor && t('Press Esc, then Tab to leave the editor.')}
      {...message}
    >
      {Editor ? (
        <Editor.Part
          text={text}
          onChange={change}
          labelledBy={`${id}-label`}
          describedBy={`${id}-message`}
          isWrong={isWrong}
          takesFocus={Editor.takesFocus}
        />
      ) : (
        <textarea
          ref={area}
          id={id}
          rows={16}
          spellCheck={false}
          value={text}
          aria-describedby={`${id}-message`}
          aria-invalid={isWrong}
          className={classNames(styles.plainEditor, isWrong && styles.wrong)}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FieldFrame>
  )
}

function readTask(text: string): Task | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
