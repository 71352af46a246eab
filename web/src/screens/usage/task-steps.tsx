import { useInfiniteQuery } from '@tanstack/react-query'
import { IconButton } from '#ui/input/button.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import styles from './usage.module.css'
import { tasksQuery } from './usage-queries.ts'
import type { Usage } from './use-usage.ts'

/** To the neighbours in the list below, in its order. */
export function TaskSteps({ usage, id }: { usage: Usage; id: string }) {
  const texts = useUiTexts()
  const { data } = useInfiniteQuery(tasksQuery(usage))
  const ids = data?.pages.flatMap((page) => page.rows.map((row) => row.id)) ?? []
  const at = ids.indexOf(id)
  if (at < 0) return null
  const step = (to: string | undefined, icon: 'arrow-up' | 'arrow-down', label: string) => (
    <IconButton
      size="small"
      icon={icon}
      label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => usage.change({ call: to })}
    />
  )
  return (
    <span className={styles.steps}>
      {step(ids[at - 1], 'arrow-up', texts.previous)}
      {step(ids[at + 1], 'arrow-down', texts.next)}
    </span>
  )
}
