import { type FormEvent, useId, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Button } from '#ui/input/button.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { readPasted } from './paste-ip-rules.ts'
import type { IpDraft } from './use-ip-draft.ts'

const EXAMPLE = '203.0.113.7\n198.51.100.0/24, Office\n2001:db8::/32'

/** Many addresses at once; nothing is saved yet. */
export function PasteDialog({ draft, onClose }: { draft: IpDraft; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { rules, wrong } = readPasted(text)

  function wrongWith(): string | undefined {
    if (wrong.length > 0) return t('Invalid IP address on line: {lines}', { lines: wrong.join(', ') })
    if (rules.length === 0) return t('This field is required')
    return draft.add(rules) ? undefined : t('The maximum number has been reached.')
  }

  function add(event: FormEvent): void {
    event.preventDefault()
    const message = wrongWith()
    setError(message)
    if (!message) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Paste a list of addresses')}
      width={560}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" type="submit" form={id}>
            {t('{count, plural, =0 {Add} one {Add # address} other {Add # addresses}}', { count: rules.length })}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={add} noValidate>
        <TextArea
          label={t('Addresses')}
          hint={t('One IP address or CIDR range per line. Text after it becomes the label.')}
          error={error}
          mono
          rows={8}
          spellCheck={false}
          placeholder={EXAMPLE}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
