import { problemTexts } from '#forms/use-toast.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import type { Form } from '#lib/form.ts'
import { Banner } from '#ui/show/banner.tsx'

/** The error, next to the pressed button. The toast announces it to screen readers, so this one does not. */
export function FormProblem({ form: { problem } }: { form: Pick<Form, 'problem'> }) {
  const { translateProblem } = useI18n()
  if (!problem) return null
  const texts = problemTexts(problem).map((text) => translateProblem(text, problem.values))
  return <Banner tone="bad">{texts.join(', ')}</Banner>
}
