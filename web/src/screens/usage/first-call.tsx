import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import styles from './usage.module.css'

/** Before the first call there is nothing to filter, but something to do. */
export function FirstCall({ isMachines, hasLogins }: { isMachines: boolean; hasLogins: boolean }) {
  const t = useT()
  const credentials = (
    <Link to={paths.apiAccess} className={buttonClass({ tone: isMachines ? 'primary' : 'secondary' })}>
      {t('See your credentials')}
    </Link>
  )
  if (isMachines && !hasLogins)
    return (
      <Card>
        <Empty icon="repeat" title={t('No machine logins yet')} action={credentials}>
          {t('Add one under API Access and use it on your servers. Their traffic then appears here separately.')}
        </Empty>
      </Card>
    )
  return (
    <Card>
      <Empty
        icon="chart"
        title={t('No requests yet')}
        action={
          <div className={styles.actions}>
            {!isMachines && (
              <Link to={paths.apiPlayground} className={buttonClass({ tone: 'primary' })}>
                {t('Open the playground')}
              </Link>
            )}
            {credentials}
          </div>
        }
      >
        {t(
          'Requests appear here as soon as they are answered, with their results and cost. Try one in the playground; the sandbox is free.',
        )}
      </Empty>
    </Card>
  )
}
