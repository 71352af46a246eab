import { type Member, type OwnRights, team } from '@portico/contract/team.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { amountText } from '#money/typed-amount.ts'
import { ACCESS_KEY } from '../access-queries.ts'
import { CapField, capOf, capUpTo } from './cap-field.tsx'

export function CapDialog({ member, own, onClose }: { member: Member; own: OwnRights; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const { user_id, name, cap_micros } = member
  const form = useInlineForm(z.strictObject({ cap: capUpTo(own.cap_micros) }), async (typed) => {
    await call(team.changeCap, { user_id, cap_micros: capOf(typed.cap) })
    toast.good('The daily limit was saved.')
    onClose()
    client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  return (
    <FormDialog title={t('Daily limit for {name}', { name })} action={t('Save')} form={form} onClose={onClose}>
      <CapField
        own_micros={own.cap_micros}
        value={cap_micros === null ? '' : amountText(cap_micros)}
        error={form.wrong('cap')}
      />
    </FormDialog>
  )
}
