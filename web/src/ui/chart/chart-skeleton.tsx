import { cssVars } from '../css-vars.ts'
import { Skeleton, SkeletonGroup } from '../show/skeleton.tsx'
import styles from './chart.module.css'

const HEIGHTS = [42, 58, 50, 71, 64, 80, 55, 67, 90, 76, 60, 84]

/** The shape of a chart to come. */
export function ChartSkeleton({ height = 260 }: { height?: number }) {
  return (
    <SkeletonGroup className={styles.skeleton}>
      <div className={styles.skeletonTop}>
        <Skeleton width="short" />
      </div>
      <div className={styles.skeletonBars} style={cssVars({ '--height': `${height}px` })}>
        {HEIGHTS.map((share) => (
          <span key={share} className={styles.skeletonBar} style={cssVars({ '--share': `${share}%` })} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
