import { useSpeech } from '#i18n/i18n.tsx'

/** The message of a field in the customer's language, once it is time to show it. */
export function useFieldMessage(form: { error(name: string): string | undefined }) {
  const { say } = useSpeech()
  return (name: string): string | undefined => {
    const key = form.error(name)
    return key && say(key)
  }
}
