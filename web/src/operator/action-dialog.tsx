import type { Endpoint, Output, Sent } from '@portico/contract/endpoint.ts'
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
import { useStaffCall } from './ask-code.tsx'
import styles from './customers.module.css'
import { APPROVALS } from './paths.ts'
import { type ConsoleKey, useConsoleT } from './texts.ts'

type Values = Record<string, string>
/** Calls the server with the reason that was typed. */
export type Act = <E extends Endpoint>(endpoint: E, input: Omit<Sent<E>, 'reason' | 'by'>) => Promise<Output<E>>
type Props = {
  /** By default the action. */
  title?: string
  action: string
  tone?: 'primary' | 'danger'
  /** In px, where there is much to fill in. */
  width?: number
  /** In numbers: what will be different afterwards. */
  effect: ReactNode
  /** Who reads the reason; by default those who see the audit log. */
  hint?: string
  /** The reason is shown to the customer. */
  isShown?: boolean
  /** Fields before the reason; what is typed in them is a text. */
  children?: (wrong: (name: string) => string | undefined) => ReactNode
  /** Sends it; the text that it returns is shown as the result. */
  send: (act: Act, values: Values) => Promise<unknown>
  onClose: () => void
  /** Instead of it, where the dialog is closed without being sent. */
  onCancel?: () => void
}

const schema = z.catchall(z.object({ reason: staffReason }), z.string())

/** Every action of staff: what it will do, why it is done, and what became of it. */
export function ActionDialog(props: Props) {
  const { action, title = action, tone = 'primary', width, effect, isShown, children, send, onClose, onCancel } = props
  const t = useConsoleT()
  const call = useStaffCall()
  const snackbar = useSnackbar()
  const client = useQueryClient()
  const form = useInlineForm(schema, async (values) => {
    const done = await sendOrWait(values)
    await client.invalidateQueries()
    snackbar.show({ tone: 'good', about: 'toast', duration_ms: 6000, ...done })
    onClose()
  })
  /** Above the limit of one person it is not refused: a colleague decides, and the request can be followed. */
  async function sendOrWait({
    reason,
    ...values
  }: Values & { reason: string }): Promise<Omit<SnackInput, 'tone'> & { tone?: 'info' }> {
    // The server itself names the person.
    const act: Act = (endpoint, input) => call(endpoint, { ...input, reason } as Sent<typeof endpoint>)
    try {
      const done = await send(act, values)
      return { text: typeof done === 'string' ? done : t('Done') }
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'approval_needed') throw error
      const action = { label: t('Approvals'), onClick: () => navigate(APPROVALS) }
      return { text: t(error.message as ConsoleKey), tone: 'info', duration_ms: 12_000, action }
    }
  }
  const hint = isShown
    ? t('It is recorded, and the customer sees it in their security log.')
    : (props.hint ?? t('It is recorded in the audit log.'))
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
      <TextArea name="reason" label={t('Reason')} hint={hint} rows={2} maxLength={500} error={form.wrong('reason')} />
    </FormDialog>
  )
}
