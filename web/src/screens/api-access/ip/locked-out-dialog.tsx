import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from '../api-access.module.css'
import type { IpDraft } from './use-ip-draft.ts'

/** Names the caller the new list would refuse, before it does. */
export function LockedOutDialog({ draft }: { draft: IpDraft }) {
  const t = useT()
  return (
    <Dialog
      open
      onClose={draft.think}
      title={t('These addresses will be blocked')}
      width={560}
      footer={
        <>
          <Button onClick={draft.think}>{t('Cancel')}</Button>
          <Button tone="danger" busy={draft.isBusy} onClick={draft.saveAnyway}>
            {t('Save anyway')}
          </Button>
          <Button tone="primary" busy={draft.isBusy} onClick={() => draft.saveWith(draft.lockedOut)}>
            {t('Allow them and save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          {t(
            'They used the API in the last 24 hours. If you save this list, their requests are refused with code 40207.',
          )}
        </p>
        <ul className={styles.addresses}>
          {draft.lockedOut.map((ip) => (
            <li key={ip}>
              <code>{ip}</code>
            </li>
          ))}
        </ul>
        <ProblemNote error={draft.problem} />
      </div>
    </Dialog>
  )
}
