import { Skeleton, SkeletonGroup } from '#ui/show/skeleton.tsx'
import styles from './form.module.css'

/** The skeleton of a form: a number of fields and a button. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <SkeletonGroup className={styles.form}>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change their order
        <div key={field} className={styles.field}>
          <Skeleton width="short" />
          <Skeleton shape="button" />
        </div>
      ))}
      <Skeleton shape="button" />
    </SkeletonGroup>
  )
}
