import { useI18n } from '#i18n/i18n.tsx'

/** The message of a field in the customer's language, once it is time to show it. */
export function useFieldMessage(form: { error(name: string): string | undefined }) {
  const { translateProblem } = useI18n()
  return (name: string): string | undefined => {
    const key = form.error(name)
    return key && translateProblem(key)
  }
}
