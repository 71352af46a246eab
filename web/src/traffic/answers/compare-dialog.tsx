import type { StoredAnswer } from '@portico/contract/answers.ts'
import { useT } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { compareAnswers } from '../compare/compare-answers.ts'
import { CompareTable } from '../compare/compare-table.tsx'

type CompareDialogProps = { answer: StoredAnswer; good: StoredAnswer; onClose: () => void }

export function CompareDialog({ answer, good, onClose }: CompareDialogProps) {
  const t = useT()
  const { both } = useTimes()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Compared with the last successful response, {when}', { when: both(good.at) })}
      width={960}
    >
      <CompareTable
        comparison={compareAnswers(good.answer, answer.answer)}
        names={{ before: t('Last successful response'), after: t('This response') }}
      />
    </Dialog>
  )
}
