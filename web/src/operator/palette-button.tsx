import { useEffect, useState } from 'react'
import { COMMAND_KEY } from '#shell/palette/command-key.ts'
import { meaningOf } from '#shell/palette/shortcuts.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { withTexts } from './console-texts.ts'
import styles from './frame.module.css'
import { useConsoleT } from './texts.ts'

const loadPalette = () => withTexts('palette', async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, also by its keys, wherever one is. */
export function PaletteButton() {
  const t = useConsoleT()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || meaningOf(event, false) !== 'palette') return
      event.preventDefault()
      // Not above a dialog, which may hold something half typed.
      setOpen((was) => !was && !document.querySelector('dialog[open]'))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        <span className={styles.searchLabel}>{t('Search')}</span>
        <span className={styles.keys} aria-hidden>
          <Kbd>{COMMAND_KEY}</Kbd> <Kbd>K</Kbd>
        </span>
      </button>
      {isOpen && <Lazy load={loadPalette} props={{ onClose: () => setOpen(false) }} waiting={null} />}
    </>
  )
}
