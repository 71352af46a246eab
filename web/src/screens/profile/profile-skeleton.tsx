import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import styles from './profile.module.css'

/** The shape of the first cards while they are on their way. */
export function ProfileSkeleton() {
  const t = useT()
  return (
    <>
      <Card title={t('Your details')} footer={<Skeleton shape="button" className={styles.skeletonButton} />}>
        <SkeletonGroup className={styles.fields}>{fields(6)}</SkeletonGroup>
      </Card>
      <Card title={t('Password')} footer={<Skeleton shape="button" className={styles.skeletonButton} />}>
        <SkeletonGroup className={styles.narrow}>{fields(3)}</SkeletonGroup>
      </Card>
      <Card title={t('Sessions and devices')}>
        <LinesSkeleton count={2} />
      </Card>
    </>
  )
}

/** Lines of a list to come. */
export function LinesSkeleton({ count }: { count: number }) {
  return (
    <SkeletonGroup className={styles.lines}>
      {repeat(count, (key) => (
        <div key={key} className={styles.line}>
          <span className={styles.lineMark} />
          <div className={styles.lineWords}>
            <Skeleton width="half" />
            <Skeleton width="long" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

function fields(count: number): ReactNode[] {
  return repeat(count, (key) => (
    <div key={key} className={styles.skeletonField}>
      <Skeleton width="short" />
      <Skeleton shape="button" />
    </div>
  ))
}

function repeat(count: number, draw: (key: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, key) => draw(key))
}
