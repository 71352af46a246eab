import type { Tax } from '@portico/contract/tax.ts'
import { useQuery } from '@tanstack/react-query'
import { ProblemNote } from '#forms/problem-note.tsx'
import { numbers } from '#i18n/formats.ts'
import { type Translator, useI18n, useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { liveBalanceQuery } from '#money/balance.ts'
import { QuoteError } from '#money/quote-error.tsx'
import { TaxedVatBanner } from '#money/taxed-vat-banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import type { Setup } from '../payments-queries.ts'
import { cardLabel } from '../words.ts'
import styles from './add-funds.module.css'
import type { Payment } from './use-payment.ts'

const percents = numbers({ style: 'percent', maximumFractionDigits: 2 })

/** The price and what it buys, beside the one button that pays. */
export function Summary({ setup, payment }: { setup: Setup; payment: Payment }) {
  const translator = useI18n()
  const { t } = translator
  const { short } = useMoney()
  const { quote, shown, amount, pay, quoteProblem, askAgain } = payment
  const balance = useQuery({ ...liveBalanceQuery, enabled: false }).data?.balance_micros ?? setup.balance_micros
  const isWaiting = amount.micros !== undefined && !quote
  const credited = quote ? quote.amount_micros + quote.promo_micros : 0
  const money = (micros: number | undefined) =>
    micros === undefined || amount.micros === undefined ? '–' : short(micros)
  return (
    <Card title={t('Summary')} className={styles.summary}>
      {payment.lacksDetails ? (
        <p>{t('The total with tax is shown as soon as your billing details are saved.')}</p>
      ) : quoteProblem ? (
        <QuoteError error={quoteProblem} onRetry={askAgain} />
      ) : (
        <div className={classNames(isWaiting && styles.waiting)} aria-busy={isWaiting || undefined}>
          <Lines
            items={[
              [t('Amount'), money(amount.micros)],
              [taxWords(shown?.tax, translator), money(shown?.tax.tax_micros)],
            ]}
          />
          <div className={styles.total}>
            <span>{t('Total')}</span>
            <strong role="status">{money(shown?.total_micros)}</strong>
          </div>
          <div className={styles.vat}>
            <TaxedVatBanner vat={shown?.vat ?? null} />
          </div>
          {setup.promo && quote && quote.promo_micros > 0 && (
            <p className={styles.promo}>
              <Icon name="star" size={16} />
              <span>
                {t('Promo code {code}: {amount} bonus', { code: setup.promo.code, amount: short(quote.promo_micros) })}
              </span>
            </p>
          )}
          <Lines
            items={[
              [t('Credited to your balance'), quote ? short(credited) : '–'],
              [t('New balance'), quote ? short(balance + credited) : '–'],
            ]}
          />
        </div>
      )}
      <Button
        tone="primary"
        wide
        type="submit"
        className={styles.pay}
        busy={pay.isPending}
        disabled={!quote || !payment.way}
      >
        <PayWords setup={setup} payment={payment} />
      </Button>
      <div className={styles.problem}>
        <ProblemNote error={pay.error} />
      </div>
      <p className={styles.trust}>
        <Icon name="lock" size={16} />
        <span>{t('We never see or store card numbers. An invoice is issued as soon as the payment has arrived.')}</span>
      </p>
      {setup.dispute_fee_micros > 0 && payment.way?.kind !== 'wire' && (
        <p className={styles.trust}>
          <Icon name="info" size={16} />
          <span>
            {t(
              'If your bank disputes a card payment, a fee of {amount} is taken from your balance. It is returned if the dispute is rejected.',
              {
                amount: short(setup.dispute_fee_micros),
              },
            )}
          </span>
        </p>
      )}
    </Card>
  )
}

function Lines({ items }: { items: [label: string, value: string][] }) {
  return (
    <dl className={styles.lines}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function PayWords({ setup, payment: { way, quote } }: { setup: Setup; payment: Payment }) {
  const t = useT()
  const { short } = useMoney()
  if (!way || !quote) return t('Pay')
  const total = short(quote.total_micros)
  if (way.kind === 'wire') return t('Get the bank details')
  const method = way.kind === 'method' ? setup.methods.find(({ id }) => id === way.id) : undefined
  return method
    ? t('Pay {total} with {method}', { total, method: cardLabel(method) })
    : t('Pay {total} by card', { total })
}

/** `VAT 19 %`; where none is due, why. */
function taxWords(tax: Tax | undefined, { t, language }: Pick<Translator, 't' | 'language'>): string {
  if (!tax) return t('Tax')
  if (tax.note === 'reverse_charge') return t('Tax (reverse charge)')
  if (tax.note === 'tax') return `${tax.name} ${percents(language).format(tax.rate_bp / 10_000)}`
  return t('Tax')
}
