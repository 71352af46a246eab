import { useT } from '#i18n/i18n.tsx'
import { useAnswer } from '#lib/answer.ts'
import { FormSkeleton } from '#session/public/form-skeleton.tsx'
import { PublicPage } from '#session/public/page.tsx'
import { useActivation } from '#session/public/use-activation.ts'

export function ByItself({ user_id, onFailed }: { user_id: string | undefined; onFailed: () => void }) {
  const t = useT()
  const { activate } = useActivation()
  useAnswer(
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
