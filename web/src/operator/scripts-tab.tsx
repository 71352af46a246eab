import { operator } from '@portico/contract/operator.ts'
import type { Category, ScriptRole } from '@portico/contract/script-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#lib/query.ts'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './brands.module.css'
import { type ConsoleKey, useConsoleT } from './texts.ts'

const ROLE_WORDS: Record<ScriptRole, ConsoleKey> = {
  chat: 'Chat',
  onboarding: 'Onboarding',
  push: 'Push messages',
  analytics: 'Analytics',
}
const PURPOSE_WORDS: Record<Category, ConsoleKey> = {
  functional: 'Functional',
  analytics: 'Analytics',
  marketing: 'Marketing',
}

/** Third-party scripts of each site, and the purposes for which its visitors give consent. */
export function ScriptsTab() {
  const t = useConsoleT()
  const { data, isError, isFetching, refetch } = useQuery(query(['operator-scripts'], operator.listScripts, {}))
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />}</Card>
  return (
    <>
      <p className={styles.soft}>
        {t('They are set in {file} and read when the server starts. Without consent none of them is loaded.', {
          file: data.file,
        })}{' '}
        {data.frame_origin
          ? t('They run in frames of {origin}.', { origin: data.frame_origin })
          : t('They run in sandboxed frames without cookies or storage.')}
      </p>
      {data.sites.map(({ host, title, asks, revision, scripts }) => (
        <Card key={host} title={title} note={host}>
          <KeyValues
            items={[
              {
                key: 'asks',
                label: t('Visitors are asked about'),
                value:
                  asks.length === 0
                    ? t('nothing: there is no consent dialog')
                    : asks.map((one) => t(PURPOSE_WORDS[one])).join(', '),
              },
              ...(revision
                ? [{ key: 'revision', label: t('Version of the question'), value: <code>{revision}</code> }]
                : []),
              ...scripts.map(({ name, kind, id, category, origins }) => ({
                key: name,
                label: t(ROLE_WORDS[name]),
                value: (
                  <span className={styles.script}>
                    <span>
                      <Badge>{t(PURPOSE_WORDS[category])}</Badge> <code>{id}</code> ({kind})
                    </span>
                    <span className={styles.soft}>{origins.join(', ')}</span>
                  </span>
                ),
              })),
            ]}
          />
          {scripts.length === 0 && <p className={styles.soft}>{t('No third-party script is loaded.')}</p>}
        </Card>
      ))}
    </>
  )
}
