import { useDeferredValue, useState } from 'react'
import { codeSample, SAMPLE_LANGUAGES, SAMPLE_NAMES, type SampleLanguage } from '#code-samples/code-samples.ts'
import { SECRET } from '#code-samples/curl.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { Select } from '#ui/input/select.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import styles from './playground.module.css'
import { type SampleRequest, sampleParts } from './sample-parts.ts'

const SHOWN_MAX = 100_000

/** The request in other languages; the password is read from the environment and never written into it. */
export function RequestCode({ task: given, ...request }: SampleRequest) {
  const t = useT()
  // Typing does not wait for it.
  const task = useDeferredValue(given)
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const parts = { ...sampleParts({ ...request, task }), passwordAt: `${location.origin}${paths.apiAccess}` }
  return (
    <section className={styles.result} aria-label={t('Code')}>
      <Select
        noMessage
        label={t('Language')}
        hideLabel
        value={language}
        options={SAMPLE_LANGUAGES.map((value) => ({ value, label: SAMPLE_NAMES[value] }))}
        onChange={({ target }) => setLanguage(SAMPLE_LANGUAGES.find((one) => one === target.value) ?? 'curl')}
      />
      {parts.body !== undefined && parts.body.length > SHOWN_MAX ? (
        <p className={styles.note}>{t('This request is too large to show as code.')}</p>
      ) : (
        <CodeView language="text" label={SAMPLE_NAMES[language]} code={codeSample(language, parts)} />
      )}
      <p className={styles.note}>
        {t('The API password is read from the environment variable {name}.', { name: SECRET })}{' '}
        <Link to={paths.apiAccess}>{t('API password')}</Link>
      </p>
    </section>
  )
}
