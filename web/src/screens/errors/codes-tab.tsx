import { CODE_FACTS, KNOWN_CODES, type KnownCode } from '@portico/contract/code-facts.ts'
import { useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { navigate, useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { changedSearch, searchParams } from '#lib/search-params.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { useUiTexts } from '#ui/texts.tsx'
import { Retry } from './cause.tsx'
import { CODE_TEXTS } from './code-texts.ts'
import styles from './errors.module.css'
import { EXPLANATION_VALUES } from './explanation.ts'
import { remedyOf } from './remedy.ts'

const readParams = searchParams({ q: String })
/** Shown at first; a search or a code in the address looks through all of them. */
const FIRST = 10

/** Every code of the API. The one the address names is shown and marked. */
export function CodesTab({ code }: { code: string | undefined }) {
  const t = useT()
  const texts = useUiTexts()
  const location = useLocation()
  // Read from the address, so that a search can be shared and is there on the way back.
  const { q: wanted } = readParams(location.search)
  const setWanted = (words: string) =>
    navigate(`${location.path}${changedSearch(location.search, { q: words, tab: 'codes' })}`, { replace: true })
  const found = findCodes(
    KNOWN_CODES.map((known) => {
      const { title, cause, fix } = CODE_TEXTS[known]
      return {
        code: known,
        words: [title, cause, fix, STATUS_WORDS[CODE_FACTS[known].class]].map((text) => t(text, EXPLANATION_VALUES)),
      }
    }),
    wanted,
  )
  const [isAll, setAll] = useState(false)
  const shown = isAll || wanted !== '' || code ? found : found.slice(0, FIRST)
  useEffect(() => {
    if (!code) return
    const row = document.getElementById(code)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector('a')?.focus({ preventScroll: true })
  }, [code])
  return (
    <Card
      title={t('Code reference')}
      note={t('HTTP 200 does not mean success: the response and each task have their own status code.')}
      flush
    >
      <div className={styles.search}>
        <Field
          noMessage
          type="search"
          icon="search"
          label={t('Search codes')}
          placeholder={t('Code or keyword')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      {found.length === 0 && <Empty icon="search" title={texts.noResults} />}
      <ul className={styles.codes}>
        {shown.map((known) => (
          <CodeEntry key={known} code={known} isMarked={String(known) === code} />
        ))}
      </ul>
      {shown.length < found.length && (
        <div className={styles.search}>
          <Button size="small" onClick={() => setAll(true)}>
            {t('Show all {count}', { count: found.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function CodeEntry({ code, isMarked }: { code: KnownCode; isMarked: boolean }) {
  const t = useT()
  const isListed = useIsListed()
  const { title, cause, fix } = CODE_TEXTS[code]
  const { class: kind, http } = CODE_FACTS[code]
  const remedy = remedyOf(code)
  return (
    <li id={String(code)} className={classNames(styles.code, isMarked && styles.marked)}>
      <div className={styles.codeHead}>
        <Link to={`${paths.apiErrors}#${code}`} className={styles.codeNumber}>
          {code}
        </Link>
        <h3 className={styles.codeTitle}>{t(title)}</h3>
        <Badge tone={STATUS_TONES[kind]}>{t(STATUS_WORDS[kind])}</Badge>
        {kind !== 'ok' && kind !== 'queued' && <Retry code={code} />}
        <span className={styles.http}>HTTP {http}</span>
      </div>
      <p>{t(cause, EXPLANATION_VALUES)}</p>
      <p className={styles.codeFix}>
        {t(fix, EXPLANATION_VALUES)} {remedy && isListed(remedy.to) && <Link to={remedy.to}>{t(remedy.label)}</Link>}
      </p>
    </li>
  )
}

/** Codes that begin with the number typed, or whose words hold every word typed. */
export function findCodes<Code extends number>(all: { code: Code; words: string[] }[], wanted: string): Code[] {
  const words = wanted.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ code, words: own }: { code: Code; words: string[] }) => {
    const text = own.join(' ').toLocaleLowerCase()
    return words.every((word) => String(code).startsWith(word) || text.includes(word))
  }
  return all.filter(matches).map(({ code }) => code)
}
