import { MESSAGES } from '@portico/contract/rules.ts'
import { type UsageView, usageViews } from '@portico/contract/usage-views.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { Field } from '#ui/input/field.tsx'
import { Banner } from '#ui/show/banner.tsx'

const NAME_MAX = 60
const naming = z.object({
  name: z.string().check(z.trim(), z.minLength(1, MESSAGES.required), z.maxLength(NAME_MAX, MESSAGES.tooLong)),
})

type Props = {
  view: Omit<UsageView, 'name'>
  onSaved: (views: UsageView[]) => void
  onClose: () => void
}

export function SaveViewDialog({ view, onSaved, onClose }: Props) {
  const t = useT()
  const toast = useToast()
  // The name that turned out to be there already; the next press replaces its view.
  const [taken, setTaken] = useState<string>()
  const form = useInlineForm(naming, async ({ name }) => {
    const saved = await call(usageViews.saveUsageView, { ...view, name, replace: name === taken }).catch(
      (error: unknown) => {
        if (!(error instanceof Problem && error.code === 'already_there')) throw error
        setTaken(name)
      },
    )
    if (!saved) return
    onSaved(saved.views)
    toast.good('The view “{name}” was saved.', { name })
    onClose()
  })
  return (
    <FormDialog
      title={t('Save this view')}
      action={taken === undefined ? t('Save') : t('Replace')}
      form={form}
      onClose={onClose}
    >
      <p>{t('Saves the current range, filters and grouping for everyone in this account.')}</p>
      <Field
        label={t('Name')}
        name="name"
        autoComplete="off"
        maxLength={NAME_MAX}
        error={form.wrong('name')}
        onInput={() => setTaken(undefined)}
      />
      {taken !== undefined && (
        <Banner tone="warn" live>
          {t('A view named “{name}” already exists. Replacing it changes it for everyone in this account.', {
            name: taken,
          })}
        </Banner>
      )}
    </FormDialog>
  )
}
