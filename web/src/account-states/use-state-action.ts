import { access, IP_RULES_MAX } from '@portico/contract/access.ts'
import { auth } from '@portico/contract/auth.ts'
import type { AccountState } from '@portico/contract/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { openHelp } from '#page/open-help.ts'
import { useUser } from '#session/session.ts'
import { useCaptcha } from '#step-up/captcha.ts'
import type { StateAction } from './state-words.ts'

/** Runs the action of a banner's button, and shows the result. */
export function useStateAction() {
  const toast = useToast()
  const client = useQueryClient()
  const captcha = useCaptcha('resend')
  const user = useUser()

  async function allowIp(ip: string) {
    const { rules } = await call(access.getIpAccess, {})
    if (rules.length >= IP_RULES_MAX) throw new Problem('too_many')
    await call(access.saveIpAccess, { rules: [...rules, { cidr: ip, label: '' }], check: false })
    toast.good('Requests from {ip} are now allowed.', { ip })
    await client.invalidateQueries({ queryKey: ['access'] })
    await client.invalidateQueries({ queryKey: ['dashboard', 'states'] })
  }

  async function resend() {
    await call(auth.resendActivation, { email: user?.email ?? '', captcha: await captcha.token() })
    toast.good('We sent an e-mail with a link to {email}.', { email: user?.email ?? '' })
  }

  return async (action: StateAction, state: AccountState): Promise<void> => {
    try {
      if (action === 'support') await openHelp()
      else if (action === 'resend') await resend()
      else if (state.kind === 'ip') await allowIp(state.ip)
    } catch (error) {
      toast.problem(error)
    }
  }
}
