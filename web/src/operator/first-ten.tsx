import { type ReactNode, useState } from 'react'
import { useNumberFormats } from '#traffic/number-formats.ts'
import { Button } from '#ui/input/button.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

const FIRST = 10

type FirstTenProps<Part> = { title: ReactNode; parts: readonly Part[]; draw: (part: Part) => ReactNode }

/** A part of a long list, with how many there are: the first ones show what it is about. */
export function FirstTen<Part>({ title, parts, draw }: FirstTenProps<Part>) {
  const t = useConsoleT()
  const { whole } = useNumberFormats()
  const [isWhole, setIsWhole] = useState(false)
  if (parts.length === 0) return null
  const count = whole(parts.length)
  return (
    <section className={styles.stack}>
      <h3 className={styles.line}>
        {title} <span className={styles.soft}>{count}</span>
      </h3>
      <ul className={styles.timeline}>{(isWhole ? parts : parts.slice(0, FIRST)).map(draw)}</ul>
      {!isWhole && parts.length > FIRST && (
        <span>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('Show all {count}', { count })}
          </Button>
        </span>
      )}
    </section>
  )
}
