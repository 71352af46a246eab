import { community } from '@portico/contract/community.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { externalUrl } from '#lib/external-url.ts'
import { Problem } from '#lib/problem.ts'
import { forget } from '#lib/storage.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './overlays.module.css'

/** Asks a user who came from the community platform once whether to sign in there too. */
export function AcceptIntegration() {
  const t = useT()
  const { title } = useBrand()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const [isRequested, setRequested] = useState(true)
  const answered = () => {
    forget('integrity')
    setRequested(false)
  }
  const accept = useMutation({
    mutationFn: async () => {
      const { success, return_url } = await call(community.integritySso, {})
      const target = success ? externalUrl(return_url) : undefined
      if (!target) throw new Problem('internal')
      return target
    },
    onSuccess: (target) => {
      forget('integrity')
      location.assign(target)
    },
    onError: toast.problem,
  })
  if (!isRequested) return null
  const uses = [
    t('a verified connection between both accounts'),
    t('a new community account, if you have none yet'),
    t('access to feedback: ideas, votes and answers'),
  ]
  return (
    <Dialog
      open
      width={700}
      height={580}
      title={t('Accept Integration')}
      onClose={answered}
      footer={
        <>
          <Button onClick={answered}>{t('Cancel')}</Button>
          <Button tone="primary" busy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
            {t('Accept')}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {t('Sign in to the community feedback platform with your {title} account?', { title })}
      </p>
      <p>{t('Your account details are used for:')}</p>
      <ul className={styles.uses}>
        {uses.map((use) => (
          <li key={use}>
            <Icon name="check" size={16} className={styles.useTick} />
            {use}
          </li>
        ))}
      </ul>
      <p className={styles.shared}>{t('Your name, e-mail and user ID are shared with the platform.')}</p>
    </Dialog>
  )
}
