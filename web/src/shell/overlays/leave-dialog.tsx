import { Confirm } from '#forms/confirm.tsx'
import { useT } from '#i18n/i18n.tsx'

/** Unsaved changes are lost with the screen: it asks once. */
export function LeaveDialog({ leave, stay }: { leave: () => void; stay: () => void }) {
  const t = useT()
  return (
    <Confirm
      title={t('Leave without saving?')}
      action={t('Leave without saving')}
      busy={false}
      onConfirm={leave}
      onClose={stay}
    >
      {t('Your changes on this page have not been saved and will be lost.')}
    </Confirm>
  )
}
