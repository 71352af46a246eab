import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import styles from './settings.module.css'
import { CARD_IDS } from './use-card-of-location.ts'

/** The cards while their values are on the way; those with an address of their own can be gone to already. */
export function SettingsSkeleton() {
  const t = useT()
  const waiting = [
    { id: CARD_IDS.access, title: t('API Access'), fields: 1 },
    { id: CARD_IDS.limits, title: t('Daily limit'), fields: 4 },
    { id: 'request-limits', title: t('Request limits'), fields: 3 },
    { id: 'duplicates', title: t('Duplicate tasks'), fields: 2 },
    { id: 'webhook-delay', title: t('Webhook delay'), fields: 1 },
    { id: 'alerts', title: t('Alerts'), fields: 4 },
  ]
  return (
    <div className={cards.page}>
      {waiting.map(({ id, title, fields }) => (
        <Card key={id} id={id} title={title} className={cards.card}>
          <SkeletonGroup className={styles.fields}>
            {Array.from({ length: fields }, (_, field) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all alike
              <div key={field} className={styles.skeletonField}>
                <Skeleton width="short" />
                <Skeleton shape="button" />
              </div>
            ))}
          </SkeletonGroup>
        </Card>
      ))}
    </div>
  )
}
