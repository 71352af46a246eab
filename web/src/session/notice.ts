import { useRef } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { Problem } from '#lib/problem.ts'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'

/** What a failure says: the message of every field it names, or its own text. */
export function problemTexts(problem: Problem): string[] {
  const texts = [...new Set(Object.values(problem.fields))]
  return texts.length > 0 ? texts : [problem.message]
}

/** One message at a time, whoever says it: a new one takes the place of the one before. Without a time it stays until closed. */
export function useNotice() {
  const { translateProblem } = useI18n()
  const snackbar = useSnackbar()
  const shown = useRef(0)
  const clear = () => snackbar.close(shown.current)
  const show = (tone: 'good' | 'bad', text: string, duration_ms?: number) => {
    shown.current = snackbar.show({ text, tone, about: 'notice', ...(duration_ms !== undefined && { duration_ms }) })
  }
  return {
    clear,
    good: (msg: string, duration_ms?: number) => show('good', translateProblem(msg), duration_ms),
    failed: (msg: string, duration_ms?: number) => show('bad', translateProblem(msg), duration_ms),
    /** Says what went wrong, joined with commas, and returns it as a Problem. */
    bad: (error: unknown, duration_ms?: number): Problem => {
      const problem = error instanceof Problem ? error : new Problem('internal')
      const texts = problemTexts(problem).map((text) => translateProblem(text, problem.values))
      show('bad', texts.join(', '), duration_ms)
      return problem
    },
  }
}
