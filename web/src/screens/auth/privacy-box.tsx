import { Checkbox } from '#ui/input/checkbox.tsx'
import { useLegalSentence } from './use-legal-sentence.tsx'

export function PrivacyBox({ error }: { error: string | undefined }) {
  const sentence = useLegalSentence(true)
  // The server wants the field; a brand without terms has nothing that a person could refuse.
  if (!sentence) return <input type="checkbox" name="privacy" hidden defaultChecked />
  return <Checkbox name="privacy" label={sentence} reserveMessage error={error} />
}
