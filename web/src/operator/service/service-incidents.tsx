import { isLanguage, LANGUAGE_NAMES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { useMay } from '../me.ts'
import { useConsoleT } from '../texts.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import styles from './service.module.css'
import type { ShownIncident } from './shown.ts'
import { IMPACT_WORDS, UPDATE_WORDS } from './words.ts'

type Doing = { is: 'new' } | { is: 'update' | 'resolve' | 'remove'; incident: ShownIncident }

/** Incidents of the status page: what is written about them, and the next update. */
export function ServiceIncidents() {
  const t = useConsoleT()
  const may = useMay()
  const [doing, setDoing] = useState<Doing>()
  const { data, isError, isFetching, refetch } = useQuery(query(['incidents'], operator.listIncidents, {}))
  const subscribers = data?.subscribers ?? 0
  const close = () => setDoing(undefined)
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.soft}>
          {data &&
            t('{count, plural, one {# subscriber gets} other {# subscribers get}} every update by e-mail.', {
              count: subscribers,
            })}
        </span>
        {may('publish') && (
          <Button tone="primary" onClick={() => setDoing({ is: 'new' })}>
            {t('Open an incident')}
          </Button>
        )}
      </div>
      <div className={styles.stack}>
        {!data && (
          <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={4} />}</Card>
        )}
        {data?.incidents.length === 0 && (
          <Card>
            <Empty icon="check-circle" title={t('No incidents in the last 90 days')} />
          </Card>
        )}
        {data?.incidents.map((incident) => (
          <IncidentCard
            key={incident.id}
            incident={incident}
            onDo={may('publish') ? (is) => setDoing({ is, incident }) : undefined}
          />
        ))}
      </div>
      {doing?.is === 'new' && <IncidentDialog subscribers={subscribers} onClose={close} />}
      {(doing?.is === 'update' || doing?.is === 'resolve') && (
        <IncidentDialog
          subscribers={subscribers}
          incident={doing.incident}
          isResolving={doing.is === 'resolve'}
          onClose={close}
        />
      )}
      {doing?.is === 'remove' && <RemoveDialog id={doing.incident.id} onClose={close} />}
    </>
  )
}

function IncidentCard({
  incident: { id, state, impact, apis, history },
  onDo,
}: {
  incident: ShownIncident
  onDo: ((is: 'update' | 'resolve' | 'remove') => void) | undefined
}) {
  const t = useConsoleT()
  return (
    <Card
      title={
        <span className={styles.badges}>
          {id} <Badge tone={UPDATE_WORDS[state].tone}>{t(UPDATE_WORDS[state].label)}</Badge>
        </span>
      }
      note={`${t(IMPACT_WORDS[impact])} · ${apis.join(', ') || t('All APIs')}`}
      actions={
        onDo && (
          <span className={styles.actions}>
            <Button size="small" onClick={() => onDo('update')}>
              {t('Write an update')}
            </Button>
            {state !== 'resolved' && (
              <Button size="small" onClick={() => onDo('resolve')}>
                {t('Resolve')}
              </Button>
            )}
            <Button size="small" onClick={() => onDo('remove')}>
              {t('Remove')}
            </Button>
          </span>
        )
      }
    >
      <ol className={styles.list}>
        {history.map((update) => (
          <li key={update.at} className={styles.update}>
            <span className={styles.badges}>
              <strong>{t(UPDATE_WORDS[update.state].label)}</strong>
              <span className={styles.soft}>
                <Moment at={update.at} /> · {t(IMPACT_WORDS[update.impact])} · {update.apis.join(', ') || t('All APIs')}
              </span>
            </span>
            {Object.entries(update.texts).map(([language, text]) => (
              <p key={language}>
                <span className={styles.soft}>{isLanguage(language) ? LANGUAGE_NAMES[language] : language}: </span>
                <span lang={language}>{text}</span>
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function RemoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ActionDialog
      title={t('Remove {name}', { name: id })}
      action={t('Remove')}
      tone="danger"
      effect={t(
        'The incident and its updates disappear from the status page. E-mails that were already sent cannot be recalled.',
      )}
      onClose={onClose}
      send={(act) => act(operator.removeIncident, { id })}
    />
  )
}
