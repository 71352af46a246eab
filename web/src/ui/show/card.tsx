import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

type CardProps = {
  title?: ReactNode
  /** A line below the title. */
  note?: ReactNode
  /** Right of the title. */
  actions?: ReactNode
  /** A quiet last row, such as Save. */
  footer?: ReactNode
  /** The content touches the edges, as a table does. */
  flush?: boolean
  className?: string
  children: ReactNode
  id?: string
}

export function Card({ title, note, actions, footer, flush, className, children, id }: CardProps) {
  const titleId = useId()
  const hasHead = title || actions
  return (
    <section id={id} className={classNames(styles.card, className)} aria-labelledby={title ? titleId : undefined}>
      {hasHead && (
        <header className={styles.head}>
          <div className={styles.words}>
            {title && (
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
            )}
            {note && <p className={styles.note}>{note}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={classNames(styles.body, flush && styles.flush)}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  )
}
