import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './skeleton.module.css'

type SkeletonProps = {
  /** The shape of what comes. `text` takes the height of a line of text. */
  shape?: 'text' | 'title' | 'button' | 'block' | 'circle'
  width?: 'full' | 'long' | 'half' | 'short'
  className?: string
}

/**
 * One grey piece. Several of them make the shape of the content; wrap them in SkeletonGroup so that it is announced
 * once.
 */
export function Skeleton({ shape = 'text', width = 'full', className }: SkeletonProps) {
  return <span aria-hidden className={classNames(styles.skeleton, styles[shape], styles[width], className)} />
}

export function SkeletonGroup({ children, className }: { children: React.ReactNode; className?: string }) {
  const texts = useUiTexts()
  return (
    <div className={className} aria-busy="true">
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      {children}
    </div>
  )
}

/** Lines of text to come. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <SkeletonGroup className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <Skeleton key={line} width={line === lines - 1 ? 'half' : line % 2 ? 'long' : 'full'} />
      ))}
    </SkeletonGroup>
  )
}
