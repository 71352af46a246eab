import type { Language } from '@portico/contract/language.ts'
import type { CSSProperties } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { GENERAL_PROMISE } from '#whitelabel/general-promise.ts'
import { initialOf } from '#whitelabel/initial.ts'
import { linesOf, type TypedHero } from './brand-fields.ts'
import styles from './brands.module.css'
import { useConsoleT } from './texts.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

type Props = { values: Record<string, string>; hero: TypedHero; language: Language }

/** The sign-in page of the brand in both themes, with the same tokens and parts as the real one. */
export function BrandPreview({ values, hero, language }: Props) {
  const t = useConsoleT()
  const { accent = '', radius = '' } = values
  const look = {
    ...(COLOUR.test(accent) && { '--brand-accent': accent }),
    ...(/^(\d|1[0-6])$/.test(radius) && { '--radius-m': `${radius}px` }),
  } as CSSProperties
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((theme) => (
        <Card key={theme} title={theme === 'light' ? t('Preview, light') : t('Preview, dark')}>
          <div className={classNames(theme, styles.preview)} data-theme={theme} style={look} inert>
            <Page values={values} hero={hero} language={language} />
          </div>
        </Card>
      ))}
    </div>
  )
}

function Page({ values, hero, language }: Props) {
  const t = useConsoleT()
  const { title = '', logo_url = '', imprint = '' } = values
  const name = title.trim() || t('Brand')
  const isPicture = URL.canParse(logo_url) && logo_url.startsWith('https:')
  const legal = [values.terms_url && t('Terms'), values.privacy_url && t('Privacy policy')].filter(Boolean)
  return (
    <>
      <div className={styles.sample}>
        {isPicture ? (
          <img className={styles.logo} src={logo_url} alt={name} />
        ) : (
          <span className={styles.mark}>
            <span className={styles.initial} aria-hidden="true">
              {initialOf(name)}
            </span>
            {name}
          </span>
        )}
        <strong className={styles.heading}>{t('Sign in')}</strong>
        <Field label={t('E-mail')} value="ann.lee@example.com" readOnly noMessage />
        <Button tone="primary" wide>
          {t('Sign in')}
        </Button>
        <span className={styles.link}>{t('Forgot your password?')}</span>
        {legal.length > 0 && <span className={styles.soft}>{legal.join(' · ')}</span>}
        {imprint.trim() && <span className={styles.imprint}>{imprint.trim()}</span>}
      </div>
      <div className={styles.hero} lang={language}>
        <strong className={styles.heading}>{hero.title.trim() || t(GENERAL_PROMISE)}</strong>
        {hero.title.trim() && (
          <ul>
            {linesOf(hero.points).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
