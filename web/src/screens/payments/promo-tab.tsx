import { promoCode } from '@portico/contract/form-fields.ts'
import { type PromoUse, promo } from '@portico/contract/promo.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { refreshMoney } from '#money/balance.ts'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from './payments.module.css'
import { PAYMENTS_KEY, promoUsesQuery } from './payments-queries.ts'
import { PromoUses } from './promo-uses.tsx'

const form = z.strictObject({ code: promoCode })

export function PromoTab() {
  const t = useT()
  const client = useQueryClient()
  const uses = useQuery(promoUsesQuery)
  const field = useRef<HTMLDivElement>(null)
  const [redeemed, setRedeemed] = useState<PromoUse>()
  const redeeming = useInlineForm(form, async ({ code }) => {
    setRedeemed(undefined)
    const { use } = await call(promo.redeem, { code })
    setRedeemed(use)
    field.current?.querySelector('form')?.reset()
    await refreshMoney(client).catch(() => client.invalidateQueries({ queryKey: PAYMENTS_KEY }))
  })
  return (
    <>
      <Card
        title={t('Redeem a promo code')}
        note={t('An amount is credited immediately. A percentage is credited as a bonus on your next payment.')}
      >
        <div ref={field} className={styles.redeem}>
          <form {...redeeming.props} className={styles.redeemLine}>
            <Field
              label={t('Promo code')}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={redeeming.wrong('code')}
            />
            <Button type="submit" tone="primary" busy={redeeming.busy}>
              {t('Redeem')}
            </Button>
          </form>
          <ProblemNote error={redeeming.problem} />
          {redeemed && <Redeemed use={redeemed} />}
        </div>
      </Card>
      <PromoUses query={uses} />
    </>
  )
}

function Redeemed({ use: { amount_micros, percent, max_micros, is_limited } }: { use: PromoUse }) {
  const t = useT()
  const { short } = useMoney()
  if (amount_micros !== null)
    return (
      <Banner tone="good" live>
        {t('{amount} was credited to your balance.', { amount: short(amount_micros) })}
      </Banner>
    )
  const values = { percent: percent ?? 0, max: short(max_micros ?? 0) }
  return (
    <Banner
      tone="good"
      live
      action={
        <Link to={paths.addFunds} className={buttonClass({ size: 'small' })}>
          {t('Add funds')}
        </Link>
      }
    >
      {max_micros === null
        ? t('A {percent}% bonus will be credited with your next payment.', values)
        : t('A {percent}% bonus, at most {max}, will be credited with your next payment.', values)}
      {is_limited && ` ${t('This promotion has a limited budget. You receive the credit if budget remains.')}`}
    </Banner>
  )
}
