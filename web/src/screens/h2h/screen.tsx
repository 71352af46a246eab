import type { MessageKey } from '#i18n/i18n.tsx'
import { useT } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { usePlace } from '#lib/place.ts'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const TITLES: Record<string, MessageKey> = {
  [paths.h2hDashboard]: 'Host-to-host',
  [paths.h2hDetail]: 'Host-to-host usage',
  [paths.h2hErrors]: 'Host-to-host errors',
}

/** The three screens of machine-to-machine traffic. */
export function Screen() {
  const t = useT()
  const { path } = usePlace()
  return (
    <>
      <PageHeader title={t(TITLES[path.replace(/\/$/, '')] ?? 'Host-to-host')} />
      <Card>
        <Empty icon="repeat" title={t('Not here yet')}>
          {t('The traffic of your machine-to-machine logins alone will stand here.')}
        </Empty>
      </Card>
    </>
  )
}
