import type { ReactNode } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import type { useSavedForm } from '#forms/use-saved-form.ts'
import { RoleNote } from '#session/role-note.tsx'
import { Card } from '#ui/show/card.tsx'
import styles from './settings.module.css'

interface CallSettingsCardProps {
  id: string
  title: string
  note: string
  form: Omit<ReturnType<typeof useSavedForm>, 'wrong'>
  canChange: boolean
  children: ReactNode
}

/** A form about how calls are treated. A user whose role may not change it sees a note. */
export function CallSettingsCard({ id, title, note, form, canChange, children }: CallSettingsCardProps) {
  return (
    <form {...form.props}>
      <Card id={id} title={title} note={note} className={cards.card} footer={canChange && <SaveActions form={form} />}>
        <div className={styles.reason}>
          <RoleNote action="change_call_settings" />
        </div>
        {children}
        <ProblemNote error={form.problem} />
      </Card>
    </form>
  )
}
