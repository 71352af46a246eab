import { type UsageView, usageViews } from '@portico/contract/usage-views.ts'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { FormDialog } from '#session/form-dialog.tsx'
import { useInlineForm } from '#session/use-inline-form.ts'
import { useTelling } from '#session/use-telling.tsx'
import { Field } from '#ui/input/field.tsx'

const NAME_MAX = 60
const naming = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX)) })

type Props = {
  view: Omit<UsageView, 'name'>
  onSaved: (views: UsageView[]) => void
  onClose: () => void
}

export function SaveViewDialog({ view, onSaved, onClose }: Props) {
  const t = useT()
  const telling = useTelling()
  const form = useInlineForm(naming, async ({ name }) => {
    const { views } = await call(usageViews.saveUsageView, { ...view, name })
    onSaved(views)
    telling.good('The view “{name}” was saved.', { name })
    onClose()
  })
  return (
    <FormDialog title={t('Save this view')} action={t('Save')} form={form} onClose={onClose}>
      <p>{t('Saves the current range, filters and grouping for everyone in this account.')}</p>
      <Field label={t('Name')} name="name" autoComplete="off" maxLength={NAME_MAX} error={form.wrong('name')} />
    </FormDialog>
  )
}
