import type { Input } from '@portico/contract/endpoint.ts'
import { TEST_CARDS, testProcessor } from '@portico/contract/test-processor.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from './test-processor.module.css'
import { CARD_WORDS, OUTCOME_WORDS } from './test-words.ts'
import { useGoBack } from './use-go-back.ts'

type Outcome = Input<typeof testProcessor.decide>['outcome']
type DecisionProps = {
  checkout: string
  isSetUp: boolean
  /** Null: not decided before this page. */
  keeps: boolean | null
  total_micros: number
}

/** Buttons for the decision of a bank. */
export function Decision({ checkout, isSetUp, keeps: decided, total_micros }: DecisionProps) {
  const t = useT()
  const { short } = useMoney()
  const goBack = useGoBack()
  const [ticked, setTicked] = useState(false)
  const keeps = decided ?? ticked
  const [card, setCard] = useState<(typeof TEST_CARDS)[number]>('4242')
  const [isAsking, setAsking] = useState(false)
  const decide = useMutation({
    mutationFn: (outcome: Outcome) =>
      call(testProcessor.decide, { checkout, outcome, ...(keeps && { save_method: true, card }) }),
    onSuccess: ({ return_url }) => goBack(return_url),
  })
  const press = (outcome: Outcome) => () => (outcome === 'authenticate' ? setAsking(true) : decide.mutate(outcome))
  if (isAsking)
    return (
      <div className={styles.question}>
        <h2>3-D Secure</h2>
        <p>{t('Your bank asks: do you want to pay {amount}?', { amount: short(total_micros) })}</p>
        <div className={styles.outcomes}>
          <Button tone="primary" wide busy={decide.isPending} onClick={() => decide.mutate('authenticate')}>
            {t('Confirm the payment')}
          </Button>
          <Button wide disabled={decide.isPending} onClick={() => decide.mutate('decline')}>
            {t('Refuse the payment')}
          </Button>
        </div>
        <ProblemNote error={decide.error} />
      </div>
    )
  const outcomes: Outcome[] = isSetUp
    ? ['cancel']
    : ['authenticate', 'delay', 'decline', 'insufficient_funds', 'cancel']
  return (
    <div className={styles.decision}>
      {decided === null && (
        <Checkbox
          name="keep"
          label={t('Save this card for next time')}
          checked={ticked}
          onChange={({ target }) => setTicked(target.checked)}
        />
      )}
      {keeps && (
        <Select
          label={t('Test card')}
          hint={t('It determines the outcome of later payments with this card.')}
          value={card}
          options={TEST_CARDS.map((last4) => ({ value: last4, label: `·· ${last4}: ${t(CARD_WORDS[last4])}` }))}
          onChange={({ target }) => setCard(TEST_CARDS.find((known) => known === target.value) ?? '4242')}
        />
      )}
      <Button tone="primary" wide busy={decide.isPending} onClick={press('approve')}>
        {isSetUp ? t('Save the card') : t('Approve {amount}', { amount: short(total_micros) })}
      </Button>
      <div className={styles.outcomes}>
        {outcomes.map((outcome) => (
          <Button key={outcome} wide disabled={decide.isPending} onClick={press(outcome)}>
            {t(OUTCOME_WORDS[outcome])}
          </Button>
        ))}
      </div>
      <ProblemNote error={decide.error} />
    </div>
  )
}
