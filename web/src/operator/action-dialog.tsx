import { staffReason } from '@portico/contract/operator-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { TextArea } from '#ui/input/text-area.tsx'
import { type SnackInput, useSnackbar } from '#ui/overlay/snackbar.tsx'
import styles from './customers.module.css'
import { APPROVALS } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Values = Record<string, string>
type Props = {
  title: string
  action: string
  tone?: 'primary' | 'danger'
  /** In px, where there is much to fill in. */
  width?: number
  /** In numbers: what will be different afterwards. */
  effect: ReactNode
  /** Who reads the reason; by default the customer. */
  hint?: string
  /** Fields before the reason; what is typed in them is a text. */
  children?: (wrong: (name: string) => string | undefined) => ReactNode
  /** Sends it and returns what happened. */
  send: (values: Values & { reason: string }) => Promise<string>
  onClose: () => void
  /** Instead of it, where the dialog is closed without being sent. */
  onCancel?: () => void
}

const schema = z.catchall(z.object({ reason: staffReason }), z.string())

/** Every action of staff: what it will do, why it is done, and what became of it. */
export function ActionDialog(props: Props) {
  const { title, action, tone = 'primary', width, effect, hint, children, send, onClose, onCancel } = props
  const t = useConsoleT()
  const snackbar = useSnackbar()
  const client = useQueryClient()
  const form = useInlineForm(schema, async (values) => {
    const done = await sendOrWait(values)
    await client.invalidateQueries()
    snackbar.show({ tone: 'good', about: 'toast', duration_ms: 6000, ...done })
    onClose()
  })
  /** Above the limit of one person it is not refused: a colleague decides, and the request can be followed. */
  async function sendOrWait(
    values: Values & { reason: string },
  ): Promise<Omit<SnackInput, 'tone'> & { tone?: 'info' }> {
    try {
      return { text: await send(values) }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'approval_needed') throw error
      const action = { label: t('Approvals'), onClick: () => navigate(APPROVALS) }
      return { text: t(error.message as ConsoleKey), tone: 'info', duration_ms: 12_000, action }
    }
  }
  return (
    <FormDialog
      title={title}
      form={form}
      action={action}
      tone={tone}
      {...(width !== undefined && { width })}
      onClose={onCancel ?? onClose}
    >
      {children?.(form.wrong)}
      <p className={styles.effect} aria-live="polite">
        {effect}
      </p>
      <TextArea
        name="reason"
        label={t('Reason')}
        hint={hint ?? t('It is recorded, and the customer sees it in their security log.')}
        rows={2}
        maxLength={500}
        error={form.wrong('reason')}
      />
    </FormDialog>
  )
}
