import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Confirm } from './confirm.tsx'
import styles from './save-actions.module.css'
import { useUnsaved } from './unsaved.ts'

type SaveActionsProps = {
  form: {
    isChanged: boolean
    busy: boolean
    discard: () => void
    /** Others have changed meanwhile what it shows. */
    isOutdated?: boolean
    question?: { confirm: () => void; cancel: () => void } | undefined
  }
  /** The id of the form it belongs to. */
  id?: string
  label?: MessageKey
}

/**
 * The footer of every form on a screen: disabled until something is changed, then it shows that and offers to discard.
 */
export function SaveActions({ form, id, label = 'Save' }: SaveActionsProps) {
  const t = useT()
  const { isChanged, busy, discard, isOutdated, question } = form
  useUnsaved(isChanged)
  return (
    <>
      {isOutdated && (
        <span className={styles.outdated} role="status">
          {t('Changed elsewhere in the meantime. Your changes are not saved.')}
        </span>
      )}
      {isChanged && !isOutdated && <span className={styles.unsaved}>{t('Unsaved changes')}</span>}
      {isChanged && <Button onClick={discard}>{isOutdated ? t('Show the new values') : t('Discard')}</Button>}
      <Button type="submit" form={id} disabled={!isChanged} busy={busy}>
        {t(label)}
      </Button>
      {question && (
        <Confirm
          title={t('Replace the new values?')}
          action={t('Save anyway')}
          busy={busy}
          onConfirm={question.confirm}
          onClose={question.cancel}
        >
          <p>{t('These values were changed elsewhere after you opened them. Yours would replace them.')}</p>
        </Confirm>
      )}
    </>
  )
}
