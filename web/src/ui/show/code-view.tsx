import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../input/button.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './code-view.module.css'
import { CopyButton } from './copy.tsx'
import { jsonTokens } from './json-tokens.ts'

type CodeViewProps = {
  code: string
  language?: 'json' | 'text'
  label: string
  /** Left of the buttons, such as tabs of languages. */
  head?: ReactNode
  /** In px; beyond it the code scrolls. */
  maxHeight?: 'short' | 'tall'
}

/** Over this many characters colours cost more than they help. */
const COLOURED_UP_TO = 200_000

export function CodeView({ code, language = 'text', label, head, maxHeight = 'tall' }: CodeViewProps) {
  const texts = useUiTexts()
  const [isWrapped, setWrapped] = useState(false)
  const isColoured = language === 'json' && code.length <= COLOURED_UP_TO
  return (
    <figure className={styles.code} aria-label={label}>
      <figcaption className={styles.head}>
        <div className={styles.title}>{head ?? label}</div>
        <IconButton
          icon="wrap"
          size="small"
          label={texts.wrapLines}
          aria-pressed={isWrapped}
          className={classNames(isWrapped && styles.on)}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CopyButton text={code} what={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls, so the keyboard has to reach it
        tabIndex={0}
        className={classNames(styles.body, styles[maxHeight], isWrapped && styles.wrapped)}
      >
        <code>{isColoured ? <Coloured code={code} /> : code}</code>
      </pre>
    </figure>
  )
}

function Coloured({ code }: { code: string }) {
  return jsonTokens(code).map((token, index) =>
    token.kind === 'mark' ? (
      token.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index alone
      <span key={index} className={styles[token.kind]}>
        {token.text}
      </span>
    ),
  )
}
