import type { ErrorRow } from '@portico/contract/errors.ts'
import { useT } from '#i18n/i18n.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './errors.module.css'
import { functionTitle, isSold } from './words.ts'

type CalledProps = { call: Pick<ErrorRow, 'function' | 'title' | 'path' | 'http_method'>; withKey?: boolean }

/** The function that was called; where none has that path, the path itself, because a typing mistake is found by reading it. */
export function Called({ call, withKey = false }: CalledProps) {
  const t = useT()
  const { function: key, title, path, http_method } = call
  const below = isSold(call) ? withKey && title !== key && key : [http_method, path].filter(Boolean).join(' ')
  return (
    <span className={styles.lines}>
      <Breakable text={functionTitle(t, call)} />
      {below && (
        <span className={styles.below}>
          <Breakable text={below} />
        </span>
      )}
    </span>
  )
}
