import { Card } from '#ui/show/card.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './databases.module.css'

export function CardsSkeleton() {
  return (
    <SkeletonGroup className={styles.cards}>
      {['one', 'two', 'three', 'four'].map((key) => (
        <div key={key} className={styles.card}>
          <Skeleton width="short" />
          <Skeleton shape="title" width="long" />
          <Skeleton width="full" />
          <Skeleton width="half" />
          <Skeleton shape="block" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

export function DetailsSkeleton() {
  return (
    <div className={styles.details}>
      <Card className={styles.overview}>
        <SkeletonText lines={9} />
      </Card>
      <Card className={styles.order}>
        <SkeletonText lines={7} />
      </Card>
    </div>
  )
}

export function PurchasesSkeleton() {
  return (
    <Card>
      <SkeletonText lines={6} />
    </Card>
  )
}
