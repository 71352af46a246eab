import type { ReactNode } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Problem } from '#lib/problem.ts'
import { Banner } from '#ui/show/banner.tsx'

/** The error, shown next to the action; an error about a field is shown at the field instead. */
export function ProblemNote({ error, action }: { error: unknown; action?: ReactNode }) {
  const { translateProblem } = useI18n()
  if (!error) return null
  const problem = error instanceof Problem ? error : new Problem('internal')
  return (
    <Banner tone="bad" live action={action}>
      {translateProblem(problem.message, problem.values)}
    </Banner>
  )
}
