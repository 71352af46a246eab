import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import { type Act, ActionDialog } from './action-dialog.tsx'
import { wordOf } from './event-words.ts'
import { useMay } from './me.ts'
import { WEBHOOKS } from './paths.ts'
import { useConsoleT } from './texts.ts'
import { ShownSecret, WebhookDialog } from './webhook-dialog.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { StateBadge, type Webhook } from './webhook-state.tsx'
import styles from './webhooks.module.css'

const ACTIONS = ['change', 'pause', 'test', 'secret', 'remove'] as const
type Action = (typeof ACTIONS)[number]

/** One webhook: what it gets, its actions, and its messages. */
export function WebhookScreen({
  name,
  search,
  webhook,
}: {
  name: string
  search: string
  webhook: Webhook | undefined
}) {
  const t = useConsoleT()
  const may = useMay()
  const [doing, setDoing] = useState<Action>()
  const words: Record<Action, string> = {
    change: t('Change'),
    pause: webhook?.is_paused ? t('Resume') : t('Pause'),
    test: t('Send test message'),
    secret: t('Create new secret'),
    remove: t('Remove'),
  }
  return (
    <>
      <PageHeader title={name} note={<Link to={WEBHOOKS}>{t('All webhooks')}</Link>} />
      <div className={styles.column}>
        <Card title={t('Webhook')} actions={webhook && <StateBadge webhook={webhook} />}>
          {webhook ? <Facts webhook={webhook} /> : <SkeletonText lines={4} />}
          {webhook && may('manage_webhooks') && (
            <div className={styles.actions}>
              {ACTIONS.map((action) => (
                <Button
                  key={action}
                  size="small"
                  {...(action === 'remove' && { tone: 'danger' as const })}
                  onClick={() => setDoing(action)}
                >
                  {words[action]}
                </Button>
              ))}
            </div>
          )}
        </Card>
        <WebhookLog name={name} search={search} />
      </div>
      {webhook && doing === 'change' && <WebhookDialog webhook={webhook} onClose={() => setDoing(undefined)} />}
      {webhook && doing && doing !== 'change' && (
        <Doing action={doing} title={words[doing]} webhook={webhook} onClose={() => setDoing(undefined)} />
      )}
    </>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useConsoleT()
  const { url, events, secret_since, old_secret_until, created_by, created_at } = webhook
  const labels = events.map((type) => {
    const word = wordOf(type)
    return word ? t(word) : type
  })
  return (
    <KeyValues
      items={[
        { key: 'url', label: t('Address'), value: <Breakable text={url} /> },
        { key: 'events', label: t('Events'), value: labels.join(', ') },
        { key: 'secret', label: t('Secret since'), value: <Moment at={secret_since} /> },
        ...(old_secret_until
          ? [{ key: 'old', label: t('Also signed with the old one until'), value: <Moment at={old_secret_until} /> }]
          : []),
        {
          key: 'made',
          label: t('Created by'),
          value: (
            <>
              {created_by}, <Moment at={created_at} />
            </>
          ),
        },
      ]}
    />
  )
}

type DoingProps = { action: Exclude<Action, 'change'>; title: string; webhook: Webhook; onClose: () => void }

function Doing({ action, title, webhook: { name, is_paused, waiting }, onClose }: DoingProps) {
  const t = useConsoleT()
  const [secret, setSecret] = useState<string>()
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />
  const effects = {
    pause: is_paused
      ? t('From now on, it gets new events again. What happened in the meantime is not sent.')
      : t(
          'It gets no new events. {count, plural, =0 {None are waiting} one {# waiting event is still sent} other {# waiting events are still sent}}.',
          { count: waiting },
        ),
    test: t('A test message without a real event, signed like all others.'),
    secret: t('Messages are signed with both secrets for 24 hours, then with the new one alone.'),
    remove: t('It no longer receives anything, and its messages are deleted here. This cannot be undone.'),
  }
  async function send(act: Act) {
    if (action === 'pause') await act(operator.setWebhook, { name, is_paused: !is_paused })
    if (action === 'test') await act(operator.testWebhook, { name })
    if (action === 'secret') setSecret((await act(operator.rotateWebhookSecret, { name })).secret)
    if (action === 'remove') {
      await act(operator.removeWebhook, { name })
      navigate(WEBHOOKS)
    }
  }
  return (
    <ActionDialog
      title={`${title}: ${name}`}
      action={title}
      tone={action === 'remove' ? 'danger' : 'primary'}
      effect={effects[action]}
      onClose={action === 'secret' ? () => undefined : onClose}
      onCancel={onClose}
      send={send}
    />
  )
}
