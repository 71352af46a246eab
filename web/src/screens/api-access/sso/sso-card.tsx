import { sso } from '@portico/contract/sso.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { query } from '#lib/query.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { useNamedCard } from '../use-named-card.ts'
import { SsoDomains } from './sso-domains.tsx'
import { SsoSummary } from './sso-summary.tsx'

const ssoQuery = query([...ACCESS_KEY, 'sso'], sso.getSso, {})

const loadSettings = async () => (await import('./sso-settings-dialog.tsx')).SsoSettingsDialog

/** Single sign-on of a company's members. Only owners see it. */
export function SsoCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(ssoQuery)
  useNamedCard('sso', data !== undefined)
  const [isEditing, setEditing] = useState(false)
  const settings = data?.settings
  return (
    <Card
      id="sso"
      title={t('Single sign-on')}
      note={t('Let your colleagues sign in through your company’s identity provider (OpenID Connect).')}
      className={cards.card}
      actions={
        data && (
          <>
            <Badge tone={settings?.is_on ? 'good' : 'neutral'} dot>
              {t(settings?.is_required ? 'Required' : settings?.is_on ? 'On' : 'Off')}
            </Badge>
            <Button size="small" icon="settings" onClick={() => setEditing(true)}>
              {t(settings ? 'Change the settings' : 'Set up')}
            </Button>
          </>
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={4} />}
      {data && (
        <div className={styles.notes}>
          <CopyField label={t('Redirect address for your sign-in service')} value={data.callback_url} />
          <SsoDomains domains={data.domains} />
          {settings && <SsoSummary settings={settings} domains={data.domains} />}
        </div>
      )}
      {isEditing && data && (
        <Lazy
          load={loadSettings}
          props={{ settings: data.settings, onClose: () => setEditing(false) }}
          waiting={null}
        />
      )}
    </Card>
  )
}
