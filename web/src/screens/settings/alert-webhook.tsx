import { alerting, type AlertWebhook as Webhook, webhookAddress } from '@portico/contract/alerts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { AlertWebhookLog } from './alert-webhook-log.tsx'
import { alertWebhookQuery } from './alert-webhook-query.ts'
import { AlertWebhookSecret } from './alert-webhook-secret.tsx'
import styles from './settings.module.css'

/** The same alerts for a program: signed messages to an address, and what became of them. */
export function AlertWebhook() {
  const { data, isError, isFetching, refetch } = useQuery(alertWebhookQuery)
  if (data) return <Loaded webhook={data} />
  return (
    <WebhookCard>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />}
    </WebhookCard>
  )
}

function WebhookCard({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const t = useT()
  return (
    <Card
      id="alert-webhook"
      title={t('Alerts by webhook')}
      note={t('The same alerts as signed JSON, sent to your server within seconds.')}
      className={cards.card}
      footer={footer}
    >
      <div className={styles.stack}>{children}</div>
    </Card>
  )
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const id = useId()
  const [secret, setSecret] = useState<string | null>(null)
  const know = (known: Webhook) => client.setQueryData(alertWebhookQuery.queryKey, known)
  const shown = { url: webhook.url ?? '' }
  const form = useSavedForm(
    webhookAddress,
    async ({ url }) => {
      const saved = await call(alerting.saveAlertWebhook, { url, seen: webhook.url })
      know(saved.webhook)
      if (saved.secret || saved.webhook.url === null) setSecret(saved.secret)
      toast.good(saved.webhook.url === null ? 'The webhook address was removed.' : 'The webhook address was saved.')
    },
    { shown, query: alertWebhookQuery.queryKey },
  )
  const test = useMutation({
    mutationFn: () => call(alerting.sendTestAlert, {}),
    onSuccess: (known) => {
      know(known)
      toast.good('The test message is being sent.')
    },
    onError: toast.problem,
  })
  return (
    <WebhookCard footer={<SaveActions form={form} id={id} />}>
      <form {...form.props} id={id} className={styles.line}>
        <Field
          label={t('Webhook address')}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={shown.url}
          hint={t('A public https address. Leave empty to turn it off.')}
          error={form.wrong('url')}
        />
        {webhook.url !== null && (
          <Button icon="bolt" busy={test.isPending} onClick={() => test.mutate()}>
            {t('Send test')}
          </Button>
        )}
      </form>
      <ProblemNote error={form.problem} />
      {webhook.url !== null && (
        <>
          <AlertWebhookSecret
            webhook={webhook}
            secret={secret}
            onCopied={() => setSecret(null)}
            onRotated={(fresh) => {
              know(fresh.webhook)
              setSecret(fresh.secret)
            }}
          />
          <p className={styles.note}>
            {t(
              'Messages, pingbacks and postbacks are signed according to Standard Webhooks, so you can verify them with any of its libraries. {signature} contains v1,<signature>: the base64 HMAC-SHA256 of {id}, {timestamp} and the uncompressed body, joined by dots. The key is the part of the secret after whsec_, decoded from base64.',
              { signature: 'webhook-signature', id: 'webhook-id', timestamp: 'webhook-timestamp' },
            )}{' '}
            {t('The {header} header is deprecated.', { header: 'X-Portico-Signature' })}
          </p>
        </>
      )}
      {(webhook.url !== null || webhook.deliveries.length > 0) && <AlertWebhookLog webhook={webhook} />}
    </WebhookCard>
  )
}
