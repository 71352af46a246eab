import { type ReactNode, useId } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from './form-dialog.module.css'
import { ProblemNote } from './problem-note.tsx'
import type { useInlineForm } from './use-inline-form.ts'

type FormDialogProps = {
  title: string
  form: ReturnType<typeof useInlineForm>
  /** The label of the submit button. */
  action: string
  tone?: 'primary' | 'danger'
  width?: number
  onClose: () => void
  children: ReactNode
}

/** A dialog with a few fields. It is mounted while it is filled in, and shows the errors. */
export function FormDialog({ title, form, action, tone = 'primary', width, onClose, children }: FormDialogProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(width !== undefined && { width })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone={tone} type="submit" form={id} busy={form.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        {children}
        <ProblemNote error={form.problem} />
      </form>
    </Dialog>
  )
}
