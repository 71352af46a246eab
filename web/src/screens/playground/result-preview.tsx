import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { blobOf, previewOf } from './answer-type.ts'
import styles from './result-preview.module.css'

type ResultPreviewProps = {
  /** The answer as base64. */
  bytes: string
  type: string
  /** Its type and size. */
  about: string
  onSave: () => void
}

/** An answer that is no text: a picture, a sound, a film or a PDF, else only a file to save. */
export function ResultPreview({ bytes, type, about, onSave }: ResultPreviewProps) {
  const t = useT()
  const kind = previewOf(type)
  const address = `data:${type};base64,${bytes}`
  const save = (
    <Button icon="download" onClick={onSave}>
      {t('Save the file')}
    </Button>
  )
  if (!kind)
    return (
      <Empty icon="download" title={t('This response is a file')} action={save}>
        {about}
      </Empty>
    )
  return (
    <figure className={styles.preview}>
      {kind === 'picture' && <img className={styles.picture} src={address} alt={t('Image from the response')} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the answer of a source has no captions */}
      {kind === 'audio' && <audio className={styles.sound} controls src={address} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the answer of a source has no captions */}
      {kind === 'video' && <video className={styles.picture} controls src={address} />}
      <figcaption className={styles.about}>
        <span>{about}</span>
        {kind === 'pdf' && <OpenPdf bytes={bytes} />}
        {save}
      </figcaption>
    </figure>
  )
}

/** The browser's own viewer opens it in another tab, where it has nothing of this page. */
function OpenPdf({ bytes }: { bytes: string }) {
  const t = useT()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blobOf(bytes, 'application/pdf'))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles.open}>
      <Icon name="external" size={16} /> {t('Open the PDF')}
    </a>
  )
}
