import { access } from '@portico/contract/access.ts'
import { machineLoginName } from '@portico/contract/form-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { accessInfoQuery } from '#session/switch-login.ts'
import { Field } from '#ui/input/field.tsx'
import { ACCESS_KEY } from '../access-queries.ts'

const SHAPE = 'Lowercase letters, digits and hyphens, such as nightly-report.'
/** The contract's own rule, in words that name what to type. */
const naming = z.object({ name: z.string().check(z.refine((text) => machineLoginName.safeParse(text).success, SHAPE)) })

type AddLoginDialogProps = {
  /** For users who may move money: a new login has none. */
  onMove: ((login: string) => void) | undefined
  onClose: () => void
}

/** A login for a server or a job, apart from the personal one. */
export function AddLoginDialog({ onMove, onClose }: AddLoginDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const toast = useToast()
  const form = useInlineForm(naming, async (typed) => {
    const { login } = await call(access.addMachineLogin, typed).catch(takenName)
    const action = onMove && { label: t('Move funds'), onClick: () => onMove(login) }
    toast.good('{login} was added. Switch to it to see its password.', { login }, action)
    onClose()
    client.invalidateQueries({ queryKey: ACCESS_KEY })
    client.invalidateQueries(accessInfoQuery)
  })
  return (
    <FormDialog title={t('Add a machine login')} action={t('Add')} form={form} onClose={onClose}>
      <p>
        {t('A login for one server or job, with its own password, balance and limits. You can turn it off separately.')}
      </p>
      <Field
        label={t('Name')}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={31}
        hint={t(SHAPE)}
        error={form.wrong('name')}
      />
    </FormDialog>
  )
}

/** The one refusal that is about the name is shown at the name. */
function takenName(error: unknown): never {
  const isTaken = error instanceof Problem && error.code === 'already_there'
  throw isTaken ? new Problem('already_there', { fields: { name: error.message } }) : error
}
