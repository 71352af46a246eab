import { type ReactNode, useRef } from 'react'
import { useArrivalFocus } from '#page/arrival-focus.ts'
import { useUser } from '#session/session.ts'
import { LandingLogo } from '#whitelabel/landing-logo.tsx'
import { PublicFooter } from './footer.tsx'
import styles from './page.module.css'

type PublicPageProps = {
  title: ReactNode
  lead?: ReactNode
  /** Names what the card shows now; when it changes, the focus goes to the new content. */
  step?: string
  /** Ways out, below the content. */
  links?: ReactNode
  children?: ReactNode
}

/** One card on a separate page. Signed-in users see the card alone, inside the shell. */
export function PublicPage({ title, lead, step = '', links, children }: PublicPageProps) {
  const isInShell = useUser() !== null
  const card = useRef<HTMLElement>(null)
  useArrivalFocus(card, step)
  const Card = isInShell ? 'section' : 'main'
  return (
    <div className={isInShell ? styles.inShell : styles.page}>
      <Card ref={card} className={styles.card}>
        {!isInShell && (
          <div className={styles.logo}>
            <LandingLogo />
          </div>
        )}
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </Card>
      {!isInShell && <PublicFooter />}
    </div>
  )
}
