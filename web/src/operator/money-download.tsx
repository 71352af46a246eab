import { useState } from 'react'
import { Button } from '#ui/input/button.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useConsoleT } from './texts.ts'

type File = { name: string; content: string }
type Props = { load: () => Promise<File>; label?: string; isArchive?: boolean }

/** Loads a file of the server and saves it. */
export function CsvButton({ load, label, isArchive = false }: Props) {
  const t = useConsoleT()
  const snackbar = useSnackbar()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { name, content } = await load()
      saveFile(name, isArchive ? archive(content) : content)
    } catch {
      snackbar.show({ tone: 'bad', about: 'toast', text: t('The file could not be loaded. Try again.') })
    }
    setBusy(false)
  }
  return (
    <Button size={isArchive ? 'small' : 'medium'} icon="download" busy={isBusy} onClick={save}>
      {label ?? t('Export CSV')}
    </Button>
  )
}

function archive(content: string): Blob {
  const bytes = Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))
  return new Blob([bytes], { type: 'application/zip' })
}
