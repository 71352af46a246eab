import { limitMicros } from '@portico/contract/limit-field.ts'
import { GIVEN_ROLES, type GivenRole, ROLE_NAMES } from '@portico/contract/role.ts'
import { type SsoSettings, sso } from '@portico/contract/sso.ts'
import { ssoFields } from '@portico/contract/sso-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { MoneyField } from '#money/money-field.tsx'
import { typedMicros } from '#money/typed-amount.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import { capUpTo } from '../team/cap-field.tsx'
import { SsoGroups } from './sso-groups.tsx'

const NO_ACCESS = 'none'
const { issuer, client_id, client_secret, group_claim } = ssoFields

export function SsoSettingsDialog({ settings, onClose }: { settings: SsoSettings | null; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const proof = useSignInProof()
  const [groups, setGroups] = useState(settings?.group_roles ?? [])
  const [claim, setClaim] = useState(settings?.group_claim ?? '')
  const [role, setRole] = useState<GivenRole | null>(settings ? settings.default_role : 'viewer')
  const schema = z.object({
    issuer,
    client_id,
    client_secret,
    group_claim,
    cap: capUpTo(null),
    password: proof.password,
  })
  const form = useInlineForm(schema, async ({ cap, password, ...typed }) => {
    await proof.prove({ password })
    await call(sso.saveSso, {
      ...typed,
      group_roles: typed.group_claim ? groups.filter(({ group }) => group.trim() !== '') : [],
      default_role: role,
      cap_micros: limitMicros.parse(typedMicros(cap) ?? null),
    })
    toast.good('Saved. All owners were notified by e-mail.')
    onClose()
    await client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  const noAccess = claim.trim() === '' ? [] : [{ value: NO_ACCESS, label: t('No access') }]
  return (
    <FormDialog title={t('Single sign-on')} action={t('Save')} width={560} form={form} onClose={onClose}>
      <Field
        label={t('Issuer')}
        name="issuer"
        type="url"
        placeholder="https://login.company.com"
        autoComplete="off"
        defaultValue={settings?.issuer}
        hint={t('The address of your OpenID Connect service, exactly as the service states it.')}
        error={form.wrong('issuer')}
      />
      <Field
        label={t('Client ID')}
        name="client_id"
        autoComplete="off"
        defaultValue={settings?.client_id}
        error={form.wrong('client_id')}
      />
      <Field
        label={t('Client secret')}
        name="client_secret"
        type="password"
        autoComplete="off"
        optional={settings !== null}
        hint={settings && t('Leave it empty to keep the current one.')}
        error={form.wrong('client_secret')}
      />
      <Field
        label={t('Groups claim')}
        name="group_claim"
        autoComplete="off"
        optional
        placeholder="groups"
        value={claim}
        onChange={({ target }) => setClaim(target.value)}
        hint={t('If set, roles follow the groups from your service at each sign-in.')}
        error={form.wrong('group_claim')}
      />
      {claim.trim() !== '' && <SsoGroups rows={groups} onChange={setGroups} error={form.wrong('group_roles')} />}
      <Select
        label={t(claim.trim() === '' ? 'Role of new members' : 'Members in none of these groups')}
        value={role ?? NO_ACCESS}
        options={[...GIVEN_ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) })), ...noAccess]}
        onChange={({ target }) => setRole(GIVEN_ROLES.find((known) => known === target.value) ?? null)}
        error={form.wrong('default_role')}
      />
      <MoneyField
        label={t('Daily limit of new members')}
        name="cap"
        optional
        defaultValue={settings?.cap_micros == null ? '' : String(settings.cap_micros / 1_000_000)}
        hint={t('The most each of them can spend per UTC day with each login.')}
        error={form.wrong('cap')}
      />
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}
