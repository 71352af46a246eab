import { LoadError } from '#ui/show/load-error.tsx'
import { DetailsStep, isAboutDetails } from './billing-details/details-step.tsx'

type QuoteErrorProps = { error: unknown; onRetry: () => unknown; busy?: boolean }

/** Why there is no total: details that are missing are entered here, anything else is asked again. */
export function QuoteError({ error, onRetry, busy }: QuoteErrorProps) {
  if (isAboutDetails(error)) return <DetailsStep onSaved={onRetry} />
  return <LoadError onRetry={onRetry} busy={busy} />
}
