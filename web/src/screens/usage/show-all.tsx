import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'

/** The rows of a grouping that are shown at first; they are the ones that cost most. */
export const FIRST_ROWS = 10

export function ShowAll({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useT()
  return (
    <Button size="small" onClick={onPress}>
      {t('Show all {count}', { count })}
    </Button>
  )
}
