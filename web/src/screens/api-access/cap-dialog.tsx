import { type Member, team } from '@portico/contract/team.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { ProblemNote } from '#session/problem-note.tsx'
import { amountText, typedMicros } from '#session/typed-amount.ts'
import { useInlineForm } from '#session/use-inline-form.ts'
import { useTelling } from '#session/use-telling.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ACCESS_KEY } from './access-queries.ts'
import styles from './api-access.module.css'
import { CapField, capValues } from './cap-field.tsx'

export function CapDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const telling = useTelling()
  const { user_id, name, cap_micros } = member
  const form = useInlineForm(capValues, async (typed) => {
    await call(team.changeCap, { user_id, cap_micros: typedMicros(typed.cap) ?? null })
    telling.good('The daily cap was saved.')
    onClose()
    client.invalidateQueries({ queryKey: ACCESS_KEY })
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Daily cap of {name}', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" type="submit" form={id} busy={form.busy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <CapField value={cap_micros === null ? '' : amountText(cap_micros)} error={form.wrong('cap')} />
        <ProblemNote error={form.problem} />
      </form>
    </Dialog>
  )
}
