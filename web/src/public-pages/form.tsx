import type { ReactNode } from 'react'
import type { Form } from '#lib/form.ts'
import { useHydrated } from '#lib/hydrated.ts'
import type { useCaptcha } from '#step-up/captcha.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './form.module.css'
import { FormProblem } from './form-problem.tsx'

type PublicFormProps = {
  form: Form
  captcha?: ReturnType<typeof useCaptcha>
  label: string
  children: ReactNode
}

/** Fields and their one button. Until the page is alive the button sends nothing: the browser's own way would lose the answer. */
export function PublicForm({ form, captcha, label, children }: PublicFormProps) {
  const isAlive = useHydrated()
  return (
    <form {...form.props} {...captcha?.props} className={styles.form}>
      {children}
      <FormProblem form={form} />
      <Button tone="primary" wide type={isAlive ? 'submit' : 'button'} busy={form.busy}>
        {label}
      </Button>
    </form>
  )
}
