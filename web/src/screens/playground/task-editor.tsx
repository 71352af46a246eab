import { type ComponentType, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { loadPart } from '#lib/load-chunk.ts'
import { classNames } from '#ui/class-names.ts'
import { FieldFrame } from '#ui/input/field-frame.tsx'
import type { CodeEditorProps } from './code-editor.tsx'
import styles from './playground.module.css'
import { readTask } from './read-json.ts'
import type { Task } from './use-request.ts'

type TaskEditorProps = {
  task: Task
  /** The last typed text that could not be read. */
  unread: string | undefined
  onChange: (task: Task) => void
  /** Unreadable text stays as typed, and no request is made of it. */
  onUnread: (text: string | undefined) => void
}

const load = async () => (await import('./code-editor.tsx')).CodeEditor

/** The whole task as JSON: in an editor once that is loaded, in a plain text box until then and where it cannot be had. */
export function TaskEditor({ task, unread, onChange, onUnread }: TaskEditorProps) {
  const { t, translateProblem } = useI18n()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [Editor, setEditor] = useState<{ Part: ComponentType<CodeEditorProps>; takesFocus: boolean }>()
  const [typed, setTyped] = useState(() => ({ text: unread ?? JSON.stringify(task, null, 2), task }))
  // A value from another source, such as the example, replaces the text.
  const isOurs = typed.task === task
  const text = isOurs ? typed.text : JSON.stringify(task, null, 2)
  const read = useMemo(() => readTask(text), [text])
  const isWrong = 'fault' in read
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
    const typed = readTask(next)
    if ('fault' in typed) {
      setTyped({ text: next, task })
      return onUnread(next)
    }
    setTyped({ text: next, task: typed.task })
    onUnread(undefined)
    onChange(typed.task)
  }
  const message = isWrong && { error: translateProblem(read.fault.message, read.fault.values) }
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
