import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import { useRef } from 'react'
import { type MessageKey, useI18n, type Values } from '#i18n/i18n.tsx'
import { Problem } from '#lib/problem.ts'
import { type SnackInput, useSnackbar } from '#ui/overlay/snackbar.tsx'

/** The duration of a toast that stays until it is closed. */
export const UNTIL_CLOSED = null

type Durations = { good_ms?: number | null; error_ms?: number | null }

/** The toast of the page. There is one at a time: a new toast replaces the previous one, whichever component showed it. */
export function useToast({ good_ms = UNTIL_CLOSED, error_ms = SNACKBAR_AUTH_MS }: Durations = {}) {
  const snackbar = useSnackbar()
  const shown = useRef(0)
  const show = (tone: 'good' | 'bad', texts: string[], values?: Values, action?: SnackInput['action']) => {
    const duration_ms = tone === 'good' ? good_ms : error_ms
    const text = <ToastText texts={texts} values={values} />
    shown.current = snackbar.show({ text, tone, about: 'toast', duration_ms, action })
  }
  return {
    clear: () => snackbar.close(shown.current),
    good: (text: MessageKey, values?: Values, action?: SnackInput['action']) => show('good', [text], values, action),
    /** Shows a success message that the server chose. */
    reply: (text: string) => show('good', [text]),
    bad: (text: MessageKey, values?: Values) => show('bad', [text], values),
    /** Shows the messages of a failure, joined with commas, and returns it as a Problem. */
    problem: (error: unknown): Problem => {
      const problem = error instanceof Problem ? error : new Problem('internal')
      show('bad', problemTexts(problem), problem.values)
      return problem
    },
  }
}

/** The message of every field the problem names, or its own message. */
export function problemTexts(problem: Problem): string[] {
  const texts = [...new Set(Object.values(problem.fields))]
  return texts.length > 0 ? texts : [problem.message]
}

/** Translates when it is drawn, so that a toast about a new language is already in it. */
function ToastText({ texts, values }: { texts: string[]; values: Values | undefined }) {
  const { translateProblem } = useI18n()
  return texts.map((text) => translateProblem(text, values)).join(', ')
}
