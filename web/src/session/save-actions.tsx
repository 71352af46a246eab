import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import styles from './save-actions.module.css'
import { useUnsaved } from './unsaved.ts'

type SaveActionsProps = {
  form: { isChanged: boolean; busy: boolean; discard: () => void }
  /** Of the form it stands outside of. */
  id?: string
  label?: MessageKey
}

/** The one end of every form on a screen: off until something is changed, then it says so and offers the way back. */
export function SaveActions({ form: { isChanged, busy, discard }, id, label = 'Save' }: SaveActionsProps) {
  const t = useT()
  useUnsaved(isChanged)
  return (
    <>
      {isChanged && <span className={styles.unsaved}>{t('Unsaved changes')}</span>}
      {isChanged && <Button onClick={discard}>{t('Discard')}</Button>}
      <Button type="submit" form={id} disabled={!isChanged} busy={busy}>
        {t(label)}
      </Button>
    </>
  )
}
