import { useQuery } from '@tanstack/react-query'
import { credentialsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { useNamedCard } from '../use-named-card.ts'
import { ConnectionCard } from './connection-card.tsx'
import { CredentialsCard } from './credentials-card.tsx'

/** The credentials, and beside them a first request and a test with them. */
export function CredentialsTab() {
  const isLoaded = useQuery(credentialsQuery).data !== undefined
  useNamedCard('credentials', isLoaded)
  useNamedCard('test-connection', isLoaded)
  return (
    <div className={styles.credentials}>
      <CredentialsCard />
      <ConnectionCard />
    </div>
  )
}
