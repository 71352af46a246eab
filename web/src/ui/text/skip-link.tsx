import { useUiTexts } from '../texts.tsx'
import styles from './skip-link.module.css'

/** The first stop of the Tab key. `target` is the id of the main landmark, which needs tabindex -1. */
export function SkipLink({ target }: { target: string }) {
  const texts = useUiTexts()
  return (
    <a className={styles.link} href={`#${target}`}>
      {texts.skipToContent}
    </a>
  )
}
