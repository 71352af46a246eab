import { type ComponentType, useRef, useState } from 'react'
import { loadOrRenew } from '#lib/load-chunk.ts'
import { useArrivalFocus } from '#page/arrival-focus.ts'
import styles from './auth.module.css'
import { SignInForm } from './sign-in-form.tsx'

type Step = ComponentType<{ onBack: () => void }>

/**
 * The form and, for users with a second factor, the code that follows it. The form keeps its space meanwhile, so that
 * the panel does not move.
 */
export function SignInSide() {
  const element = useRef<HTMLDivElement>(null)
  const [Code, setCode] = useState<Step>()
  useArrivalFocus(element, Code ? 'code' : 'form')
  // Few people ever need it: it is loaded on request.
  const askForCode = async () => {
    const { CodeStep } = await loadOrRenew(() => import('./code-step.tsx'))
    setCode(() => CodeStep)
  }
  return (
    <div ref={element} className={styles.stack}>
      <div className={Code && styles.away} inert={Code !== undefined}>
        <SignInForm onCodeDue={askForCode} />
      </div>
      {Code && <Code onBack={() => setCode(undefined)} />}
    </div>
  )
}
