import { type AlertChannel, alertChannels, type ChannelApp, channelInput } from '@portico/contract/alert-channels.ts'
import { useState } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Segmented } from '#ui/input/choice.tsx'
import { Field } from '#ui/input/field.tsx'

export const APP_NAMES: Record<ChannelApp, string> = { slack: 'Slack', teams: 'Microsoft Teams' }

type ChannelDialogProps = { onAdded: (list: { channels: AlertChannel[] }) => void; onClose: () => void }

export function ChannelDialog({ onAdded, onClose }: ChannelDialogProps) {
  const t = useT()
  const [app, setApp] = useState<ChannelApp>('slack')
  const form = useInlineForm(channelInput, async (typed) => {
    onAdded(await call(alertChannels.addChannel, typed))
    onClose()
  })
  return (
    <FormDialog title={t('Add a channel')} action={t('Add')} width={520} form={form} onClose={onClose}>
      <input type="hidden" name="app" value={app} />
      <Segmented
        label={t('Service')}
        options={[
          { value: 'slack', label: APP_NAMES.slack },
          { value: 'teams', label: APP_NAMES.teams },
        ]}
        value={app}
        onChange={setApp}
      />
      <Field
        label={t('Name')}
        name="name"
        autoComplete="off"
        placeholder="#api-costs"
        hint={t('Choose any name for the channel.')}
        error={form.wrong('name')}
      />
      <Field
        label={t('Webhook address')}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={app === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://….logic.azure.com/workflows/…'}
        hint={
          app === 'slack'
            ? t(
                'In Slack: your app, Incoming Webhooks, Add New Webhook. Anyone with the address can post, so it is stored encrypted and not shown again.',
              )
            : t(
                'In Teams: the channel’s menu, Workflows, “Send webhook alerts to a channel”. Anyone with the address can post, so it is stored encrypted and not shown again.',
              )
        }
        error={form.wrong('url')}
      />
    </FormDialog>
  )
}
