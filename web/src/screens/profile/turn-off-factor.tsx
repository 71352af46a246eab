import { profile } from '@portico/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Banner } from '#ui/show/banner.tsx'
import { GiveCodeDialog } from './give-code-dialog.tsx'
import { profileQuery } from './profile-query.ts'

export function TurnOffFactor({ onClose }: { onClose: () => void }) {
  const t = useT()
  const toast = useToast()
  const client = useQueryClient()
  async function send(code: string) {
    await call(profile.turnOffFactor, { code })
    toast.good('Two-factor authentication is off.')
    client.invalidateQueries({ queryKey: profileQuery.queryKey })
    onClose()
  }
  return (
    <GiveCodeDialog
      title={t('Turn off two-factor authentication?')}
      action={t('Turn off')}
      tone="danger"
      send={send}
      onClose={onClose}
    >
      <Banner tone="warn">
        {t('Your password alone will be enough to sign in. The recovery codes stop working.')}
      </Banner>
    </GiveCodeDialog>
  )
}
