import { Confirm } from '#forms/confirm.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'

type ConfirmRunProps = { price_micros: number; balance_micros: number; onClose: () => void; onRun: () => void }

/** A charged run is confirmed first, with its price. */
export function ConfirmRun({ price_micros, balance_micros, onClose, onRun }: ConfirmRunProps) {
  const t = useT()
  const money = useMoney()
  const price = money.exact(price_micros)
  return (
    <Confirm
      title={t('Run this request?')}
      action={t('Run · {price}', { price })}
      busy={false}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onRun()
      }}
    >
      {t('It costs up to {price}. Your balance is {balance}.', { price, balance: money.exact(balance_micros) })}
    </Confirm>
  )
}
