import { SNACKBAR_AUTH_MS } from '@portico/contract/rules.ts'
import { type MessageKey, useI18n, type Values } from '#i18n/i18n.tsx'
import { Problem } from '#lib/problem.ts'
import { type SnackInput, useSnackbar } from '#ui/overlay/snackbar.tsx'

/** How a card says what came of it; a later message takes the place of the earlier one, whoever said it. */
export function useTelling() {
  const snackbar = useSnackbar()
  const show = (snack: SnackInput) => snackbar.show({ ...snack, about: 'notice' })
  return {
    good(text: MessageKey, values?: Values, action?: SnackInput['action']) {
      show({ text: <Said text={text} values={values} />, tone: 'good', ...(action && { action }) })
    },
    bad(text: MessageKey) {
      show({ text: <Said text={text} values={undefined} />, tone: 'bad', duration_ms: SNACKBAR_AUTH_MS })
    },
    problem(error: unknown) {
      const { message, values } = error instanceof Problem ? error : new Problem('internal')
      show({ text: <Said text={message} values={values} />, tone: 'bad', duration_ms: SNACKBAR_AUTH_MS })
    },
  }
}

/** Speaks when it is drawn, so that a message about a new language is already in it. */
function Said({ text, values }: { text: string; values: Values | undefined }) {
  return useI18n().translateProblem(text, values)
}
