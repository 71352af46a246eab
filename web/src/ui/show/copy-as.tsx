import { Button } from '../input/button.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useUiTexts } from '../texts.tsx'
import { useCopy } from './use-copy.ts'

/** Copies a text that is not shown, by a button that names its format. */
export function CopyAs({ text, label }: { text: string; label: string }) {
  const texts = useUiTexts()
  const [state, copy] = useCopy()
  const message = state === 'copied' ? texts.copied : state === 'failed' ? texts.copyFailed : ''
  return (
    <>
      <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={() => copy(text)}>
        {label}
      </Button>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </>
  )
}
