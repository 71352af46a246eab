import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { saveFile } from '#ui/save-file.ts'
import { CopyButton } from '#ui/show/copy.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import { profileQuery } from './profile-query.ts'
import styles from './two-factor.module.css'

type RecoveryCodesProps = { codes: string[]; done: MessageKey; onClose: () => void }

/** The codes are shown once: the dialog stays until the user confirms that they are saved. */
export function RecoveryCodes({ codes, done, onClose }: RecoveryCodesProps) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  const { title } = useBrand()
  const email = useUser()?.email ?? ''
  const [isSaved, setSaved] = useState(false)
  const finish = () => {
    toast.good(done)
    client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onClose()
  }
  const file = [`${title} · ${email}`, t('Recovery codes'), '', ...codes, ''].join('\n')
  return (
    <Dialog
      open
      locked
      width={480}
      onClose={finish}
      title={t('Store your recovery codes')}
      footer={
        <Button tone="primary" disabled={!isSaved} onClick={finish}>
          {t('Done')}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>
          {t(
            'If you lose your phone, each of these codes signs you in once. We show them only now. Store them where you will find them without your phone.',
          )}
        </p>
        <ul className={styles.codes} data-testid="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.keep}>
          <CopyButton worded text={codes.join('\n')} what={t('Recovery codes')} />
          <Button
            size="small"
            icon="download"
            onClick={() => saveFile('recovery-codes.txt', new Blob([file], { type: 'text/plain;charset=utf-8' }))}
          >
            {t('Download')}
          </Button>
        </div>
        <Checkbox
          label={t('I have stored the recovery codes')}
          checked={isSaved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
