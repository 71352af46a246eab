import { type DatabaseDetails, databases, orderPrice } from '@portico/contract/databases.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { addFundsFrom } from '#money/add-funds.ts'
import { refreshMoney } from '#money/balance.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { CardDialog } from './card-dialog.tsx'
import { type Draft, ownedOf } from './database-address.ts'
import styles from './databases.module.css'
import { DATABASES_KEY, fundsQuery } from './databases-queries.ts'
import { FORMAT_NAMES, useFormats } from './formats.ts'
import { useCardAmount } from './use-card-amount.ts'

type ReviewProps = {
  database: DatabaseDetails
  draft: Draft
  /** Owned by the card behind: closing and opening the dialog again makes no second order. */
  idOf: (order: object) => string
  onClose: () => void
}

/** The order, the balance that pays it, and what remains. It is paid once, however often it is pressed. */
export function ReviewDialog({ database, draft, idOf, onClose }: ReviewProps) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { countries } = useFormats()
  const { data: funds } = useQuery(fundsQuery)
  const { data_micros, updates_micros, total_micros } = orderPrice(
    database.coverage,
    draft.locations,
    draft.with_updates,
  )
  const { pay, problem, isPaying } = usePayment({ database, draft, idOf, total_micros })
  const left = funds && funds.available_micros - total_micros
  const isShort = left !== undefined && left < 0
  const card = useCardAmount(total_micros, funds?.available_micros)
  const [isByCard, setByCard] = useState(false)
  const owned = ownedOf(database, draft)
  const order = { database_id: database.id, version: database.version, amount_micros: total_micros, ...draft }
  if (card && isByCard)
    return <CardDialog order={order} lack={card} idOf={idOf} onClose={onClose} onBack={() => setByCard(false)} />
  const lines = [
    { key: 'database', label: t('Database'), value: `${database.title}, ${database.version}` },
    { key: 'locations', label: t('Locations'), value: countries(draft.locations) },
    { key: 'format', label: t('Format'), value: FORMAT_NAMES[draft.format] },
    ...(draft.with_updates
      ? [
          { key: 'data', label: t('Data'), value: short(data_micros), numeric: true },
          { key: 'updates', label: t('Updates for a year'), value: short(updates_micros), numeric: true },
        ]
      : []),
    { key: 'total', label: t('Total'), value: <strong>{short(total_micros)}</strong>, numeric: true },
    ...(funds
      ? [
          {
            key: 'available',
            label: t('Available balance of {login}', { login: funds.login }),
            value: short(funds.available_micros),
            numeric: true,
          },
        ]
      : []),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Review order')}
      width={520}
      locked={isPaying}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {isShort && <AddFunds isNext={!card} />}
          {card && (
            <Button tone={isShort ? 'primary' : 'secondary'} disabled={isPaying} onClick={() => setByCard(true)}>
              {t('Pay by card')}
            </Button>
          )}
          {!isShort && (
            <Button tone="primary" busy={isPaying} disabled={!funds} onClick={pay}>
              {t('Pay {price} from balance', { price: short(total_micros) })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.review}>
        <KeyValues items={lines} dense />
        {owned.length > 0 && (
          <Banner tone="warn">
            {t('Your account has already bought this version in this format for {locations}. See My Purchases.', {
              locations: countries(owned),
            })}
          </Banner>
        )}
        {isShort && (
          <Banner tone="warn">
            {card
              ? t(
                  'You are {amount} short. Pay the difference by card, and the database is bought as soon as the payment has arrived.',
                  { amount: short(-left) },
                )
              : t('You are {amount} short. Your order is saved while you add funds.', { amount: short(-left) })}
          </Banner>
        )}
        <ProblemNote error={problem} />
      </div>
    </Dialog>
  )
}

/** Back here afterwards, with the same order. */
function AddFunds({ isNext }: { isNext: boolean }) {
  const { t } = useI18n()
  const location = useLocation()
  return (
    <Link to={addFundsFrom(location)} className={buttonClass({ tone: isNext ? 'primary' : 'secondary' })}>
      {t('Add funds')}
    </Link>
  )
}

function usePayment({
  database,
  draft,
  idOf,
  total_micros,
}: Pick<ReviewProps, 'database' | 'draft' | 'idOf'> & { total_micros: number }) {
  const client = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<unknown>()
  const [isPaying, setPaying] = useState(false)
  async function pay() {
    setProblem(undefined)
    setPaying(true)
    const order = { database_id: database.id, version: database.version, amount_micros: total_micros, ...draft }
    try {
      await call(databases.buy, { id: idOf(order), ...order })
      await refreshMoney(client).catch(() => {})
      client.invalidateQueries({ queryKey: DATABASES_KEY })
      toast.good('Thank you. Your files will be ready in a moment.')
      navigate(paths.databasesPurchases)
    } catch (error) {
      setProblem(error)
      setPaying(false)
      const code = error instanceof Problem ? error.code : undefined
      if (code === 'order_changed') client.invalidateQueries({ queryKey: DATABASES_KEY })
      if (code === 'insufficient_funds') client.invalidateQueries({ queryKey: fundsQuery.queryKey })
    }
  }
  return { pay, problem, isPaying }
}
