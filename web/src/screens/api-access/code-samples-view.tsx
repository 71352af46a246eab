import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { CodeView } from '#ui/code-view.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Credentials } from './access-queries.ts'
import styles from './api-access.module.css'
import { codeSample, SAMPLE_LANGUAGES, SAMPLE_NAMES, SAMPLE_PATH, type SampleLanguage } from './code-samples.ts'

const PLACEHOLDER = 'API_PASSWORD'
const TABS = SAMPLE_LANGUAGES.map((id) => ({ id, label: SAMPLE_NAMES[id] }))

type CodeSamplesProps = { credentials: Credentials; password: string | undefined }

/** A first call in the customer's own language; the password stands in it only while it is shown above. */
export function CodeSamples({ credentials: { api_login, base_url }, password }: CodeSamplesProps) {
  const t = useT()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const parts = { url: `${base_url}${SAMPLE_PATH}`, login: api_login, password: password ?? PLACEHOLDER }
  return (
    <Card
      title={t('First call')}
      note={
        password
          ? t('Free of charge: it asks for your own balance. It holds your password as long as it is shown above.')
          : t('Free of charge: it asks for your own balance. Put your password in place of {word}.', {
              word: PLACEHOLDER,
            })
      }
      className={styles.card}
    >
      <Tabs label={t('Programming language')} tabs={TABS} value={language} onChange={setLanguage}>
        <CodeView code={codeSample(language, parts)} label={SAMPLE_NAMES[language]} />
      </Tabs>
    </Card>
  )
}
