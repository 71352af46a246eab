import { ROLE_NAMES } from '@portico/contract/role.ts'
import { type SsoDomain, type SsoSettings, sso } from '@portico/contract/sso.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { goToSso } from '#step-up/go-to-sso.ts'
import { Button } from '#ui/input/button.tsx'
import { Switch } from '#ui/input/switch.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import styles from '../api-access.module.css'

type SsoSummaryProps = { settings: SsoSettings; domains: SsoDomain[] }
type SsoSwitch = { is_on: boolean; is_required: boolean }

/** The settings in short, the test, and the two switches, which come after it. */
export function SsoSummary({ settings, domains }: SsoSummaryProps) {
  const t = useT()
  const toast = useToast()
  const [asks, setAsks] = useState<'off' | 'required' | 'remove'>()
  const done = { changes: ACCESS_KEY, done: 'Saved. All owners were notified by e-mail.' as MessageKey }
  const turn = useAction({ work: (input: SsoSwitch) => call(sso.switchSso, input), ...done })
  const remove = useAction({ work: () => call(sso.removeSso, {}), ...done })
  const close = { onSettled: () => setAsks(undefined) }
  const isReady = settings.tested_at !== null && domains.some(({ proved_at }) => proved_at !== null)
  const test = () => call(sso.testSso, {}).then(goToSso).catch(toast.problem)
  const { is_on, is_required } = settings
  return (
    <>
      <KeyValues items={factsOf(settings, t)} />
      <div className={styles.ssoActions}>
        <Button icon="external" onClick={test}>
          {t('Test the sign-in')}
        </Button>
        <Button tone="quiet" icon="trash" onClick={() => setAsks('remove')}>
          {t('Remove single sign-on')}
        </Button>
      </div>
      <Switch
        label={t('Single sign-on is on')}
        hint={isReady ? undefined : t('Verify a domain and run the test first.')}
        checked={is_on}
        disabled={turn.isPending || (!is_on && !isReady)}
        onChange={() => (is_on ? setAsks('off') : turn.mutate({ is_on: true, is_required: false }))}
      />
      <Switch
        label={t('Required for members with an address of your domains')}
        hint={t('They can no longer open the team with a password. Owners always can.')}
        checked={is_required}
        disabled={turn.isPending || !is_on}
        onChange={() => (is_required ? turn.mutate({ is_on: true, is_required: false }) : setAsks('required'))}
      />
      {asks === 'required' && (
        <Confirm
          title={t('Require single sign-on?')}
          action={t('Require single sign-on')}
          busy={turn.isPending}
          onClose={() => setAsks(undefined)}
          onConfirm={() => turn.mutate({ is_on: true, is_required: true }, close)}
        >
          <p>
            {t(
              'Members of your domains who signed in another way cannot open the team until they sign in with single sign-on. Their own accounts and API calls are not affected.',
            )}
          </p>
        </Confirm>
      )}
      {(asks === 'off' || asks === 'remove') && (
        <Confirm
          title={t(asks === 'off' ? 'Turn off single sign-on?' : 'Remove single sign-on?')}
          action={t(asks === 'off' ? 'Turn off' : 'Remove single sign-on')}
          busy={turn.isPending || remove.isPending}
          onClose={() => setAsks(undefined)}
          onConfirm={() =>
            asks === 'off' ? turn.mutate({ is_on: false, is_required: false }, close) : remove.mutate(undefined, close)
          }
        >
          <p>
            {t(
              'Everyone who signed in with it is signed out. Members without a password have to set one with “Forgot your password?”. They stay in the team.',
            )}
          </p>
        </Confirm>
      )}
    </>
  )
}

function factsOf(settings: SsoSettings, t: ReturnType<typeof useT>) {
  const { issuer, client_id, group_claim, group_roles, default_role } = settings
  const groups = group_roles.map(({ group, role }) => `${group} → ${t(ROLE_NAMES[role])}`)
  return [
    { key: 'issuer', label: t('Issuer'), value: issuer },
    { key: 'client', label: t('Client ID'), value: client_id },
    ...(group_claim ? [{ key: 'groups', label: t('Roles by group'), value: groups.join(', ') }] : []),
    {
      key: 'role',
      label: t(group_claim ? 'Members in none of these groups' : 'Role of new members'),
      value: default_role ? t(ROLE_NAMES[default_role]) : t('No access'),
    },
  ]
}
