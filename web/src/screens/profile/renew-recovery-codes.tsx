import { profile } from '@portico/contract/profile.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { GiveCodeDialog } from './give-code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} done="You have new recovery codes." onClose={onClose} />
  return (
    <GiveCodeDialog
      title={t('Create new recovery codes')}
      action={t('Create new codes')}
      send={async (code) => setCodes((await call(profile.renewRecoveryCodes, { code })).recovery_codes)}
      onClose={onClose}
    >
      <p>{t('The codes you have now stop working, used or not.')}</p>
    </GiveCodeDialog>
  )
}
