import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type ConfirmProps = {
  title: string
  /** The consequences. */
  children: ReactNode
  action: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before something is removed. It is mounted only while it asks. */
export function Confirm({ title, children, action, busy, onConfirm, onClose }: ConfirmProps) {
  const t = useT()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
