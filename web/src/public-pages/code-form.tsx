import { appCode, recoveryCode } from '@portico/contract/form-fields.ts'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useFieldMessage } from '#forms/field-message.ts'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useForm } from '#lib/form.ts'
import { Problem } from '#lib/problem.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import styles from './form.module.css'

type CodeFormProps = {
  /** The label of the submit button. */
  action: string
  send: (code: string) => Promise<void>
}

/** The second factor: six digits of the app or, without the phone, a recovery code. */
export function CodeForm(props: CodeFormProps) {
  const t = useT()
  const [isRecovery, setRecovery] = useState(false)
  const [isSwitched, setSwitched] = useState(false)
  const toggle = () => {
    setRecovery(!isRecovery)
    setSwitched(true)
  }
  return (
    <div className={styles.codes}>
      <OneCode key={isRecovery ? 'recovery' : 'app'} {...props} isRecovery={isRecovery} takesFocus={isSwitched} />
      <Button tone="quiet" wide onClick={toggle}>
        {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
      </Button>
    </div>
  )
}

const APP = z.strictObject({ code: appCode })
const RECOVERY = z.strictObject({ code: recoveryCode })

type OneCodeProps = CodeFormProps & { isRecovery: boolean; takesFocus: boolean }

function OneCode({ action, send, isRecovery, takesFocus }: OneCodeProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const form = useForm(isRecovery ? RECOVERY : APP, async ({ code }) => {
    toast.clear()
    try {
      await send(code)
    } catch (error) {
      const isAboutCode = error instanceof Problem && error.fields.code !== undefined
      form.refuse(isAboutCode ? error.fields : toast.problem(error).fields)
      input.current?.focus()
      input.current?.select()
    }
  })
  const message = useFieldMessage(form)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <form {...form.props} className={styles.form} aria-label={t('Enter the code')}>
      <Field
        ref={input}
        name="code"
        label={isRecovery ? t('Recovery code') : t('Code from the app')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        maxLength={isRecovery ? 20 : 10}
        // A recovery code is typed from paper and works once: it is read again before it is sent.
        onInput={({ currentTarget: { value, form: own } }) => {
          if (!isRecovery && APP.safeParse({ code: value }).success) own?.requestSubmit()
        }}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        hint={isRecovery ? t('Each recovery code works once.') : t('Six digits. A new code appears every 30 seconds.')}
        error={message('code')}
      />
      <Button tone="primary" wide type="submit" busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}
