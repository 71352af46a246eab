import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { staffReason } from '@portico/contract/operator-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ProblemNote } from '#forms/problem-note.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { navigate } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { Select } from '#ui/input/select.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import { Card } from '#ui/show/card.tsx'
import { useStaffCall } from './ask-code.tsx'
import { BRAND_FIELDS, brandOf, typedBrand, typedHeroes } from './brand-fields.ts'
import { BrandPreview } from './brand-preview.tsx'
import styles from './brands.module.css'
import { useMay } from './me.ts'
import { BRANDS } from './paths.ts'
import { useConsoleT } from './texts.ts'
import type { Whitelabel } from './use-whitelabels.ts'

const schema = z.catchall(z.object({ reason: staffReason }), z.string())

/** One white-label: every setting, and beside it how it will look while it is typed. */
export function BrandEditor({ known }: { known: Whitelabel | undefined }) {
  const t = useConsoleT()
  const may = useMay()
  const { language: own } = useI18n()
  const client = useQueryClient()
  const snackbar = useSnackbar()
  const staffCall = useStaffCall()
  const [language, setLanguage] = useState<Language>(own)
  const [typed, setTyped] = useState(() => typedBrand(known))
  // Each language keeps what was typed while another one is shown.
  const [heroes, setHeroes] = useState(() => typedHeroes(known))
  const isEditable = may('publish')
  const form = useInlineForm(schema, async ({ reason, host = '', parent = '', ...values }) => {
    const input = {
      host: known?.host ?? host,
      brand: brandOf(values, heroes),
      ...(parent && { parent }),
      reason,
      by: '',
    }
    const { host: saved } = await staffCall(operator.setWhitelabel, input as never)
    await client.invalidateQueries({ queryKey: ['operator-whitelabels'] })
    snackbar.show({ tone: 'good', about: 'toast', text: t('Saved. {host} shows it from now on.', { host: saved }) })
    navigate(BRANDS)
  })
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    const { hero_title: title = '', hero_points: points = '', ...rest } = Object.fromEntries(entries)
    setTyped(rest)
    setHeroes({ ...heroes, [language]: { title, points } })
  }
  const text = (name: string) => ({ name, defaultValue: typedBrand(known)[name] ?? '', error: form.wrong(name) })
  return (
    <div className={styles.editor}>
      <Card title={known?.host ?? t('New white-label')} note={t('Empty fields are not shown anywhere.')}>
        <form {...form.props} onInput={follow} className={styles.form}>
          <fieldset disabled={!isEditable} className={styles.group}>
            {!known && (
              <>
                <Field {...text('host')} label={t('Host')} hint="data.example.com" autoComplete="off" maxLength={253} />
                <Field
                  {...text('parent')}
                  type="email"
                  optional
                  label={t('Account of the owner')}
                  hint={t('If set, only people invited by this account can sign up and sign in.')}
                  autoComplete="off"
                  maxLength={254}
                />
              </>
            )}
            <Field {...text('title')} label={t('Brand')} autoComplete="off" maxLength={80} />
            <div className={styles.pair}>
              <Field {...text('accent')} label={t('Color')} hint="#1a2b3c" autoComplete="off" maxLength={7} />
              <Field {...text('radius')} label={t('Corner radius')} hint="0–16" autoComplete="off" maxLength={2} />
            </div>
          </fieldset>
          <fieldset disabled={!isEditable} className={styles.group}>
            <legend>{t('Beside the sign-in form')}</legend>
            <Select
              label={t('Language')}
              value={language}
              options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
              onChange={(event) => isLanguage(event.target.value) && setLanguage(event.target.value)}
            />
            <Field
              key={`title-${language}`}
              name="hero_title"
              defaultValue={heroes[language].title}
              error={form.wrong(`hero_${language}`)}
              label={t('Heading')}
              hint={t('If empty, the general text is shown.')}
              maxLength={120}
            />
            <TextArea
              key={`points-${language}`}
              name="hero_points"
              defaultValue={heroes[language].points}
              label={t('Sentences, one per line, at most five')}
              rows={4}
              maxLength={1_100}
            />
            {LANGUAGES.filter((one) => one !== language && form.wrong(`hero_${one}`)).map((one) => (
              <p key={one} role="alert">
                {LANGUAGE_NAMES[one]}: {form.wrong(`hero_${one}`)}
              </p>
            ))}
          </fieldset>
          {BRAND_FIELDS.map(({ title, fields }) => (
            <fieldset key={title} disabled={!isEditable} className={styles.group}>
              <legend>{t(title)}</legend>
              {fields.map(([name, label]) => (
                <Field
                  key={name}
                  {...text(name)}
                  label={t(label)}
                  {...(/_url$|_link$/.test(name) && { placeholder: 'https://' })}
                  autoComplete="off"
                  maxLength={500}
                />
              ))}
            </fieldset>
          ))}
          <fieldset disabled={!isEditable} className={styles.group}>
            <TextArea {...text('imprint')} label={t('Imprint')} rows={3} maxLength={400} />
            {isEditable && (
              <TextArea
                name="reason"
                label={t('Reason')}
                hint={t('It is recorded in the audit log.')}
                rows={2}
                maxLength={500}
                error={form.wrong('reason')}
              />
            )}
          </fieldset>
          <ProblemNote error={form.problem} />
          <div className={styles.buttons}>
            {isEditable && (
              <Button type="submit" tone="primary" busy={form.busy}>
                {t('Save')}
              </Button>
            )}
            <Button onClick={() => navigate(BRANDS)}>{isEditable ? t('Cancel') : t('Back')}</Button>
          </div>
        </form>
      </Card>
      <BrandPreview values={typed} hero={heroes[language]} language={language} />
    </div>
  )
}
