import { auth } from '@portico/contract/auth.ts'
import { useMutation } from '@tanstack/react-query'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { useBootState } from '#session/boot-state.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'

/** Shown above everything while staff act as a customer; it cannot be closed, only the acting can be ended. */
export function ActingBanner() {
  const t = useT()
  const { impersonated_by } = useBootState()
  const user = useUser()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const stop = useMutation({
    mutationFn: () => call(auth.endImpersonation, {}),
    // A fresh page: nothing of the customer's stays in memory.
    onSuccess: () => location.assign(paths.home),
    onError: toast.problem,
  })
  if (impersonated_by === null || !user) return null
  return (
    <aside>
      <Banner
        tone="warn"
        strip
        action={
          <Button size="small" busy={stop.isPending || stop.isSuccess} onClick={() => stop.mutate()}>
            {t('Stop')}
          </Button>
        }
      >
        {t('{staff} is acting as {name}. Changes are limited and recorded.', {
          staff: impersonated_by,
          name: user.name,
        })}
      </Banner>
    </aside>
  )
}
