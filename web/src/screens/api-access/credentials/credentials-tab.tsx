import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { WaitingCard } from '#ui/show/waiting-card.tsx'
import { credentialsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { useNamedCard } from '../use-named-card.ts'
import { ConnectionCard } from './connection-card.tsx'
import { CredentialsCard } from './credentials-card.tsx'

const loadKeys = async () => (await import('../keys/keys-card.tsx')).KeysCard

/** The credentials, and beside them a first request and a test with them; below, keys with bounds of their own. */
export function CredentialsTab() {
  const t = useT()
  const isLoaded = useQuery(credentialsQuery).data !== undefined
  useNamedCard('credentials', isLoaded)
  useNamedCard('test-connection', isLoaded)
  return (
    <div className={styles.stacked}>
      <div className={styles.credentials}>
        <CredentialsCard />
        <ConnectionCard />
      </div>
      <Lazy load={loadKeys} props={{}} waiting={<WaitingCard title={t('API keys')} />} />
    </div>
  )
}
