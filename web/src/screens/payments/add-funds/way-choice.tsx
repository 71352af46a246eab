import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { HIDDEN } from '#ui/text/visually-hidden.tsx'
import { expiryOf } from '../expiry.ts'
import { MethodIcon } from '../method-icon.tsx'
import type { Setup } from '../payments-queries.ts'
import { cardLabel } from '../words.ts'
import styles from './add-funds.module.css'
import type { Way } from './amount.ts'
import { keyOf, type Payment } from './use-payment.ts'

/** The choice of a stored method, the card page or a wire transfer. */
export function WayChoice({ setup, payment }: { setup: Setup; payment: Payment }) {
  const t = useT()
  const { ways, way, choose, keeps, setKeeps } = payment
  return (
    <>
      <fieldset className={styles.ways}>
        <legend className={HIDDEN}>{t('Payment method')}</legend>
        {ways.map((one) => (
          <label key={keyOf(one)} className={styles.way}>
            <input
              type="radio"
              name="way"
              value={keyOf(one)}
              checked={way !== undefined && keyOf(one) === keyOf(way)}
              onChange={() => choose(one)}
            />
            <MethodIcon
              name={one.kind === 'wire' ? 'globe' : one.kind === 'checkout' && ways.length > 1 ? 'plus' : 'card'}
            />
            <WayWords setup={setup} way={one} />
          </label>
        ))}
      </fieldset>
      {way?.kind === 'checkout' && (
        <Checkbox
          className={styles.keep}
          name="keep"
          label={t('Save this card for next time')}
          checked={keeps}
          onChange={({ target }) => setKeeps(target.checked)}
        />
      )}
    </>
  )
}

function WayWords({ setup, way }: { setup: Setup; way: Way }) {
  const t = useT()
  const { short } = useMoney()
  if (way.kind === 'wire')
    return (
      <span className={styles.wayWords}>
        <strong>{t('Wire transfer')}</strong>
        <span>
          {t('Amounts above {amount} are paid by wire. You get the bank details and a reference to include.', {
            amount: short(setup.wire_above_micros ?? 0),
          })}
        </span>
      </span>
    )
  const method = way.kind === 'method' ? setup.methods.find(({ id }) => id === way.id) : undefined
  if (!method)
    return (
      <span className={styles.wayWords}>
        <strong>{setup.methods.length > 0 ? t('Another card') : t('Card')}</strong>
        <span>{t('You enter it on the page of our payment service, not here.')}</span>
      </span>
    )
  const expiry = expiryOf(method, Date.now())
  return (
    <>
      <span className={styles.wayWords}>
        <strong>{cardLabel(method)}</strong>
        {expiry && <span>{t('Expires {date}', { date: expiry.text })}</span>}
      </span>
      {expiry?.isOver ? <Badge tone="bad">{t('Expired')}</Badge> : method.is_default && <Badge>{t('Default')}</Badge>}
    </>
  )
}
