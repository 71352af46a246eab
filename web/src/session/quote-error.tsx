import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { LoadError } from '#ui/show/load-error.tsx'

type QuoteErrorProps = { error: unknown; onRetry: () => void; busy?: boolean }

/** Why there is no total: details that are missing lead to their form, anything else is asked again. */
export function QuoteError({ error, onRetry, busy }: QuoteErrorProps) {
  const { t, say } = useI18n()
  if (!(error instanceof Problem) || error.code !== 'billing_details_needed')
    return <LoadError onRetry={onRetry} busy={busy} />
  return (
    <Banner
      tone="warn"
      action={
        <Link to={`${paths.payments}?tab=billing`} className={buttonClass({ size: 'small' })}>
          {t('Billing details')}
        </Link>
      }
    >
      {say(error.message, error.values)}
    </Banner>
  )
}
