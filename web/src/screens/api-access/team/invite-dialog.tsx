import { email } from '@portico/contract/form-fields.ts'
import { rolesToGive } from '@portico/contract/permissions.ts'
import { GIVEN_ROLES, type GivenRole, ROLE_NAMES } from '@portico/contract/role.ts'
import { INVITATION_DAYS } from '@portico/contract/rules.ts'
import { type OwnRights, team } from '@portico/contract/team.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { RadioGroup } from '#ui/input/choice.tsx'
import { Field } from '#ui/input/field.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import { CapField, capOf, capUpTo } from './cap-field.tsx'
import { ROLE_HINTS } from './team-roles.ts'

export function InviteDialog({ own, onClose }: { own: OwnRights; onClose: () => void }) {
  const t = useT()
  const canGive = rolesToGive(own.role)
  const [role, setRole] = useState<GivenRole>('developer')
  const client = useQueryClient()
  const toast = useToast()
  const form = useInlineForm(z.object({ email, cap: capUpTo(own.cap_micros) }), async (typed) => {
    const input = { email: typed.email, role, cap_micros: capOf(typed.cap) }
    const { is_again } = await call(team.invite, input).catch(knownPerson)
    if (is_again) toast.good('The invitation was resent. The previous link no longer works.')
    else toast.good('The invitation was sent. It is valid for {days} days.', { days: INVITATION_DAYS })
    onClose()
    client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  return (
    <FormDialog title={t('Invite to the team')} action={t('Send the invitation')} form={form} onClose={onClose}>
      <Field label={t('E-mail')} name="email" type="email" autoComplete="off" error={form.wrong('email')} />
      <RadioGroup
        label={t('Role')}
        value={role}
        onChange={setRole}
        options={GIVEN_ROLES.map((value) => {
          const disabled = !canGive.includes(value)
          const hint = t(disabled ? 'Only an owner can assign this role.' : ROLE_HINTS[value])
          return { value, label: t(ROLE_NAMES[value]), hint, disabled }
        })}
      />
      <CapField own_micros={own.cap_micros} error={form.wrong('cap')} />
    </FormDialog>
  )
}

/** The one refusal that is about the address is shown at the address. */
function knownPerson(error: unknown): never {
  const isKnown = error instanceof Problem && error.code === 'already_there'
  throw isKnown ? new Problem('already_there', { fields: { email: 'This person is already in the team.' } }) : error
}
