import { lazy, Suspense } from 'react'
import { Problem } from '#lib/problem.ts'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'

type QuoteErrorProps = { error: unknown; onRetry: () => unknown; busy?: boolean }

/** Loaded once it is needed: most customers pay without it. */
const DetailsStep = lazy(async () => ({ default: (await import('./billing-details/details-step.tsx')).DetailsStep }))

/** The reason why there is no total: missing details are entered here, anything else is retried. */
export function QuoteError({ error, onRetry, busy }: QuoteErrorProps) {
  if (isAboutDetails(error)) return <MissingDetails onSaved={onRetry} />
  return <LoadError onRetry={onRetry} busy={busy} />
}

export function MissingDetails({ onSaved }: { onSaved: () => unknown }) {
  return (
    <Suspense fallback={<SkeletonText lines={8} />}>
      <DetailsStep onSaved={onSaved} />
    </Suspense>
  )
}

export function isAboutDetails(error: unknown): boolean {
  return error instanceof Problem && error.code === 'billing_details_needed'
}
