import { useT } from '#i18n/i18n.tsx'
import { useOnce } from '#lib/use-once.ts'
import { FormSkeleton } from '#public-pages/form-skeleton.tsx'
import { PublicPage } from '#public-pages/page.tsx'
import { useActivation } from '#public-pages/use-activation.ts'

export function AutoActivate({ user_id, onFailed }: { user_id: string | undefined; onFailed: () => void }) {
  const t = useT()
  const { activate } = useActivation()
  useOnce(
    () => activate({ user_id }),
    (problem) => {
      if (problem) onFailed()
    },
  )
  return (
    <PublicPage title={t('Confirm your account')} lead={t('Confirming your account…')}>
      <FormSkeleton fields={1} />
    </PublicPage>
  )
}
