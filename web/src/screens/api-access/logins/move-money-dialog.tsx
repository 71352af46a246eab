import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { moneyLoginsQuery } from '../access-queries.ts'
import { MoveMoneyForm } from './move-money-form.tsx'
import { chooseLogins, type TransferStart } from './transfer-choice.ts'

/** From one login of the account to another. Opens with what there is to move at this moment. */
export function MoveMoneyDialog({ first, onClose }: { first: TransferStart; onClose: () => void }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(moneyLoginsQuery)
  if (data && chooseLogins(data.logins, first))
    return <MoveMoneyForm logins={data.logins} first={first} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('Move funds')} footer={<Button onClick={onClose}>{t('Cancel')}</Button>}>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={6} />}
    </Dialog>
  )
}
