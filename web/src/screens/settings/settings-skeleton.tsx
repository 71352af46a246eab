import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import styles from './settings.module.css'
import { CARD_IDS } from './use-card-of-place.ts'

/** The cards while their values are on the way; those with an address of their own can be gone to already. */
export function SettingsSkeleton() {
  const t = useT()
  const cards = [
    { id: CARD_IDS.access, title: t('API Access'), lines: 1 },
    { id: CARD_IDS.limits, title: t('Daily spend limit'), lines: 4 },
    { id: 'request-limits', title: t('Request limits'), lines: 3 },
    { id: 'duplicates', title: t('Duplicate tasks'), lines: 2 },
    { id: 'webhook-delay', title: t('Webhook delay'), lines: 1 },
    { id: 'alerts', title: t('Alerts'), lines: 4 },
  ]
  return (
    <div className={styles.cards}>
      {cards.map(({ id, title, lines }) => (
        <Card key={id} id={id} title={title} className={styles.card}>
          <SkeletonGroup className={styles.skeleton}>
            {Array.from({ length: lines }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
              <Skeleton key={line} shape="button" width={line % 2 ? 'half' : 'long'} />
            ))}
          </SkeletonGroup>
        </Card>
      ))}
    </div>
  )
}
