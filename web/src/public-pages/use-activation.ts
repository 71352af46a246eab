import { auth } from '@portico/contract/auth.ts'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import type { Problem } from '#lib/problem.ts'
import { forget } from '#lib/storage.ts'
import { event } from '#scripts/outbound-events.ts'
import { useCaptcha } from '#step-up/captcha.ts'

type Activation = { user_id: string | undefined; code?: string; password?: string }

/** Confirms, and continues to sign-in with a success toast; a failure is shown and returned. */
export function useActivation() {
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const captcha = useCaptcha('activate')
  const activate = async (input: Activation): Promise<Problem | undefined> => {
    toast.clear()
    try {
      const { msg } = await call(auth.activateAccount, { ...input, captcha: await captcha.token() })
      event('account_verified')
      forget('sent_to')
      toast.reply(msg)
      navigate(paths.signin, { replace: true })
      return undefined
    } catch (error) {
      return toast.problem(error)
    }
  }
  return { captcha, activate }
}
