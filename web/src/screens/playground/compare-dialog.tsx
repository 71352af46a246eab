import { useT } from '#i18n/i18n.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CompareView, type CompareViewProps } from './compare-view.tsx'

/** Two results of the history. */
export function CompareDialog({ onClose, ...compared }: CompareViewProps & { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('Compare results')} width={960}>
      <CompareView {...compared} />
    </Dialog>
  )
}
