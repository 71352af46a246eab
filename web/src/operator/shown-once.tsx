import type { ReactNode } from 'react'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CopyButton } from '#ui/show/copy.tsx'
import { useConsoleT } from './texts.ts'
import styles from './tokens.module.css'

type Props = { title: string; text: string; what: string; children: ReactNode; onClose: () => void }

/** A secret that was just made: it closes only by its button, so that none is lost by a stray press. */
export function ShownOnce({ title, text, what, children, onClose }: Props) {
  const t = useConsoleT()
  return (
    <Dialog
      open
      locked
      width={520}
      title={title}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p>{children}</p>
      <p className={styles.token}>
        <code>{text}</code>
        <CopyButton text={text} what={what} />
      </p>
    </Dialog>
  )
}
