import { isOwner, rolesToAssign } from '@portico/contract/permissions.ts'
import { ROLE_NAMES, type Role } from '@portico/contract/role.ts'
import { type Member, type OwnRights, team } from '@portico/contract/team.ts'
import { users } from '@portico/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useSession } from '#session/session.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { RadioGroup } from '#ui/input/choice.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import { ROLE_HINTS } from './team-roles.ts'

/** Every role with its rights, where it is chosen. An owner can also transfer the account and step back. */
export function RoleDialog({ member, own, onClose }: { member: Member; own: OwnRights; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const session = useSession()
  const toast = useToast()
  const [role, setRole] = useState<Role>(member.role)
  const [isHandedOver, setHandedOver] = useState(false)
  const { user_id, name } = member
  const canHandOver = isOwner(role) && !isOwner(member.role)
  const form = useInlineForm(z.object({}), async () => {
    if (canHandOver && isHandedOver) {
      await call(team.transferOwnership, { user_id })
      toast.good('Ownership was transferred. You are now an admin.')
    } else {
      await call(team.changeRole, { user_id, role })
      toast.good('The role was changed.')
    }
    onClose()
    // Menu and buttons follow the own role, which has changed too when the account was handed over.
    session.update((await call(users.getUpdatedUserObject, {})).user)
    client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  return (
    <FormDialog title={t('Change the role of {name}', { name })} action={t('Save')} form={form} onClose={onClose}>
      <RadioGroup
        label={t('Role')}
        hideLabel
        value={role}
        onChange={setRole}
        options={rolesToAssign(own.role).map((value) => ({
          value,
          label: t(ROLE_NAMES[value]),
          hint: t(ROLE_HINTS[value]),
        }))}
      />
      {canHandOver && (
        <Checkbox
          label={t('Transfer ownership. I become an admin.')}
          hint={t('An owner can remove other owners, including you.')}
          checked={isHandedOver}
          onChange={({ target }) => setHandedOver(target.checked)}
        />
      )}
    </FormDialog>
  )
}
