import { type DatabaseDetails, FILE_FORMATS, orderPrice, UPDATES_PERCENT } from '@portico/contract/databases.ts'
import { may } from '@portico/contract/permissions.ts'
import { useState } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useOrderIds } from '#money/use-order-ids.ts'
import { RoleNote } from '#session/role-note.tsx'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { RadioGroup, Segmented } from '#ui/input/choice.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { type Draft, ownedOf } from './database-address.ts'
import styles from './databases.module.css'
import { FORMAT_ENDINGS, FORMAT_NAMES, useFormats } from './formats.ts'

const loadReview = async () => (await import('./review-dialog.tsx')).ReviewDialog

type OrderCardProps = { database: DatabaseDetails; draft: Draft; onChange: (draft: Draft) => void }

/** Locations, format, once or with updates; what it costs follows at once. */
export function OrderCard({ database, draft, onChange }: OrderCardProps) {
  const { t } = useI18n()
  const { short } = useMoney()
  const role = useUser()?.role
  const [isReviewing, setReviewing] = useState(false)
  const idOf = useOrderIds()
  const { coverage } = database
  const { data_micros, total_micros } = orderPrice(coverage, draft.locations, draft.with_updates)
  const extra = orderPrice(coverage, draft.locations, true).updates_micros
  const mayBuy = role !== undefined && may(role, 'buy_databases')
  const isEmpty = draft.locations.length === 0
  return (
    <Card title={t('Your order')} className={styles.order}>
      <div className={styles.orderParts}>
        <Locations {...{ database, draft, onChange }} />
        <Segmented
          label={t('Format')}
          hideLabel={false}
          value={draft.format}
          options={FILE_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
          onChange={(format) => onChange({ ...draft, format })}
        />
        <p className={styles.hint}>{t('One file per location, {ending}', { ending: FORMAT_ENDINGS[draft.format] })}</p>
        <RadioGroup
          label={t('New versions')}
          value={draft.with_updates ? 'year' : 'once'}
          options={[
            { value: 'once', label: t('This version only'), hint: isEmpty ? undefined : short(data_micros) },
            {
              value: 'year',
              label: t('With every new version for a year'),
              hint: isEmpty
                ? t('plus {percent}% of the price', { percent: UPDATES_PERCENT })
                : t('plus {price}, instead of the full price for each version', { price: short(extra) }),
            },
          ]}
          onChange={(value) => onChange({ ...draft, with_updates: value === 'year' })}
        />
        <div className={styles.total} aria-live="polite">
          <span>{t('Total')}</span>
          <strong>{short(total_micros)}</strong>
        </div>
        <RoleNote action="buy_databases" />
        {mayBuy && (
          <Button tone="primary" wide disabled={isEmpty} onClick={() => setReviewing(true)}>
            {isEmpty ? t('Choose a location') : t('Review order')}
          </Button>
        )}
      </div>
      {isReviewing && (
        <Lazy load={loadReview} props={{ database, draft, idOf, onClose: () => setReviewing(false) }} waiting={null} />
      )}
    </Card>
  )
}

function Locations({ database: { coverage, owned }, draft, onChange }: OrderCardProps) {
  const { t } = useI18n()
  const { short } = useMoney()
  const { whole, country } = useFormats()
  const chosen = new Set(draft.locations)
  const isOwned = (location: string) => ownedOf({ owned }, { ...draft, locations: [location] }).length > 0
  const set = (locations: ReadonlySet<string>) =>
    onChange({
      ...draft,
      locations: coverage.map(({ location }) => location).filter((location) => locations.has(location)),
    })
  const isAll = chosen.size === coverage.length
  return (
    <fieldset className={styles.locations}>
      <legend className={styles.legend}>{t('Locations')}</legend>
      <Checkbox
        label={t('All locations')}
        checked={isAll}
        mixed={!isAll && chosen.size > 0}
        onChange={() => set(new Set(isAll ? [] : coverage.map(({ location }) => location)))}
      />
      <ul className={styles.locationList}>
        {coverage.map(({ location, records, price_micros }) => (
          <li key={location} className={styles.location}>
            <Checkbox
              label={country(location)}
              hint={t(isOwned(location) ? '{count} records · already bought' : '{count} records', {
                count: whole(records),
              })}
              checked={chosen.has(location)}
              onChange={(event) => {
                const next = new Set(chosen)
                if (event.target.checked) next.add(location)
                else next.delete(location)
                set(next)
              }}
            />
            <span className={styles.locationPrice}>{short(price_micros)}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
