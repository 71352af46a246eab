import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { MoneyField } from '#money/money-field.tsx'
import { MissingDetails } from '#money/quote-error.tsx'
import { amountText } from '#money/typed-amount.ts'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { HIDDEN } from '#ui/text/visually-hidden.tsx'
import type { Setup } from '../payments-queries.ts'
import styles from './add-funds.module.css'
import type { AddFundsSearch } from './add-funds-search.ts'
import { Summary } from './summary.tsx'
import { usePayment } from './use-payment.ts'
import { WayChoice } from './way-choice.tsx'

export function AddFundsForm({ setup, search }: { setup: Setup; search: AddFundsSearch }) {
  const t = useT()
  const { axis, short } = useMoney()
  const payment = usePayment(setup, search)
  const { amount, text, setText, ways } = payment
  const isOff = setup.processor === null && setup.wire_above_micros === null
  if (isOff) return <Banner tone="warn">{t('Payments are not set up here yet. Please contact support.')}</Banner>
  return (
    <>
      {/* Before the form, because it contains its own form, and the amount stays. */}
      {payment.lacksDetails && (
        <Card title={t('Billing details')}>
          <MissingDetails onSaved={payment.askAgain} />
        </Card>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (payment.quote && !payment.pay.isPending) payment.pay.mutate()
        }}
      >
        <div className={styles.choices}>
          <Card title={t('Amount')}>
            <fieldset className={styles.presets}>
              <legend className={HIDDEN}>{t('Amount')}</legend>
              {setup.presets_micros.map((micros) => (
                <label key={micros} className={styles.preset}>
                  <input
                    type="radio"
                    name="preset"
                    checked={amount.micros === micros}
                    onChange={() => setText(amountText(micros))}
                  />
                  {axis(micros)}
                </label>
              ))}
            </fieldset>
            <MoneyField
              label={t('Other amount')}
              className={styles.other}
              name="amount"
              value={text}
              onChange={({ target }) => setText(target.value)}
              hint={t('From {min} to {max}', { min: short(setup.min_micros), max: short(setup.max_micros) })}
              error={amount.fault && t(amount.fault.text, amount.fault.values)}
            />
          </Card>
          <Card title={t('Payment method')}>
            {amount.micros !== undefined && ways.length === 0 ? (
              <Banner>
                {t('Cards are not available here. Amounts above {amount} are paid by wire transfer.', {
                  amount: short(setup.wire_above_micros ?? 0),
                })}
              </Banner>
            ) : (
              <WayChoice setup={setup} payment={payment} />
            )}
          </Card>
        </div>
        <Summary setup={setup} payment={payment} />
      </form>
      {/* Beside the form, because it contains its own form. */}
    </>
  )
}
