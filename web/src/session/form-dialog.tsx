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
  /** What the button says that sends it. */
  action: string
  tone?: 'primary' | 'danger'
  width?: number
  onClose: () => void
  children: ReactNode
}

/** A few fields in a dialog, sent or left. It is there as long as it is filled in, and says what went wrong. */
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
