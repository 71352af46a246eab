import { shownTrial } from '#money/trial.ts'
import { useBootState } from '#session/boot-state.ts'
import { classNames } from '#ui/class-names.ts'
import { PageHeader } from '#ui/show/page-header.tsx'
import header from './header/header.module.css'
import styles from './shell.module.css'

/**
 * A signed-in page before its script runs: the frame and the title, each in its final position. Nothing in it can be
 * pressed. Beside a menu, whose width only the browser remembers, the title waits for it.
 */
export function SkeletonFrame({ title }: { title: string }) {
  const { credits, had_trial } = useBootState()
  const trial = shownTrial(credits, had_trial)
  return (
    <div className={classNames(styles.look, trial && styles.trial)}>
      <div className={styles.shell}>
        <header className={header.header} />
        <div className={styles.column}>
          <main className={styles.content}>
            <PageHeader title={title} />
          </main>
        </div>
      </div>
    </div>
  )
}
