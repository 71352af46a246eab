import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@portico/contract/language.ts'
import type { ReactNode } from 'react'
import { useConsoleT } from '../texts.ts'
import styles from './service.module.css'

export type Preview = { language: Language; heading: string; state: string; sentence: string }

/** What readers of each language get, and below it what belongs to that language. */
export function LanguagePreviews({
  previews,
  below,
}: {
  previews: readonly Preview[] | undefined
  below: (language: Language) => ReactNode
}) {
  const t = useConsoleT()
  return (
    <fieldset className={styles.previews}>
      <legend>{t('What customers read')}</legend>
      {LANGUAGES.map((language) => {
        const preview = previews?.find((one) => one.language === language)
        return (
          <div key={language} className={styles.preview} data-preview={language}>
            <span className={styles.soft}>{LANGUAGE_NAMES[language]}</span>
            <div lang={language}>
              <p>
                <strong>{preview?.heading ?? '\u00a0'}</strong>
              </p>
              <p>{preview ? `${preview.state} · ${preview.sentence}` : '\u00a0'}</p>
            </div>
            {below(language)}
          </div>
        )
      })}
    </fieldset>
  )
}
