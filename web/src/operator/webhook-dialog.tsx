import { BUSINESS_EVENT_TYPES, type BusinessEventType } from '@portico/contract/business-events.ts'
import { operator } from '@portico/contract/operator.ts'
import { useState } from 'react'
import { Button } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { ShownOnce } from './shown-once.tsx'
import { useConsoleT } from './texts.ts'
import styles from './tokens.module.css'
import type { Webhook } from './webhook-state.tsx'

/** Makes a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const t = useConsoleT()
  const known = BUSINESS_EVENT_TYPES.filter((type) => !webhook || webhook.events.includes(type))
  const [events, setEvents] = useState<BusinessEventType[]>(webhook ? known : [])
  const [secret, setSecret] = useState<string>()
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />
  const choose = (type: BusinessEventType, isChosen: boolean) =>
    setEvents((before) => [...before.filter((one) => one !== type), ...(isChosen ? [type] : [])])
  const isAll = events.length === BUSINESS_EVENT_TYPES.length
  return (
    <ActionDialog
      title={webhook ? t('Change {name}', { name: webhook.name }) : t('New webhook')}
      action={webhook ? t('Save') : t('Create webhook')}
      effect={t('{count, plural, one {# type of event is} other {# types of events are}} sent there from now on.', {
        count: events.length,
      })}
      onClose={webhook ? onClose : () => undefined}
      onCancel={onClose}
      send={async (act, { name = '', url = '' }) => {
        if (webhook) await act(operator.setWebhook, { name: webhook.name, events, ...(url && { url }) })
        else setSecret((await act(operator.addWebhook, { name, url, events })).secret)
      }}
    >
      {(wrong) => (
        <>
          {!webhook && (
            <Field
              name="name"
              label={t('Name')}
              hint={t('Lowercase letters, digits and hyphens; shown in the log.')}
              autoComplete="off"
              maxLength={40}
              error={wrong('name')}
            />
          )}
          <Field
            name="url"
            type="url"
            label={webhook ? t('New address') : t('Address')}
            hint={webhook ? t('Leave empty to keep {address}', { address: webhook.url }) : t('A public https address.')}
            placeholder="https://"
            autoComplete="off"
            error={wrong('url')}
          />
          <fieldset className={styles.scopes}>
            <legend>{t('Events')}</legend>
            {BUSINESS_EVENT_TYPES.map((type) => (
              <Checkbox
                key={type}
                label={t(EVENT_WORDS[type])}
                checked={events.includes(type)}
                onChange={(event) => choose(type, event.currentTarget.checked)}
              />
            ))}
            {wrong('events') && <p role="alert">{wrong('events')}</p>}
          </fieldset>
          <div>
            <Button size="small" tone="quiet" onClick={() => setEvents(isAll ? [] : [...BUSINESS_EVENT_TYPES])}>
              {isAll ? t('Choose none') : t('Choose all')}
            </Button>
          </div>
        </>
      )}
    </ActionDialog>
  )
}

export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useConsoleT()
  return (
    <ShownOnce title={t('Copy the secret now')} text={secret} what={t('Secret')} onClose={onClose}>
      {t('It is shown only now. Your endpoint verifies messages with it (Standard Webhooks).')}
    </ShownOnce>
  )
}
