import { useId } from 'react'
import { FieldFrame, type FieldFrameProps, fieldIds } from '#ui/input/field-frame.tsx'
import styles from './file-field.module.css'

type FileFieldProps = {
  frame: FieldFrameProps
  /** Several may be chosen. */
  isList: boolean
  onChoose: (files: readonly File[]) => void
}

/** A file of the user's own, which is sent with the request and stored nowhere. */
export function FileField({ frame, isList, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <FieldFrame {...frame} id={id}>
      <input
        {...fieldIds(id, frame)}
        type="file"
        multiple={isList}
        className={styles.file}
        onChange={({ target }) => onChoose([...(target.files ?? [])])}
      />
    </FieldFrame>
  )
}
