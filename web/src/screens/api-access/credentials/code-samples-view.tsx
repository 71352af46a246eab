import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeSample, SAMPLE_NAMES } from '#code-samples/code-samples.ts'
import cards from '#forms/card-page.module.css'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Tabs } from '#ui/input/tabs.tsx'
import { Card } from '#ui/show/card.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import type { Credentials } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { useNamedCard } from '../use-named-card.ts'
import { sampleCallQuery } from './sample-call-query.ts'

const PLACEHOLDER = 'API_PASSWORD'
/** A first call that costs nothing: it answers with the login, its balance and its limits. */
const SAMPLE_PATH = 'appendix/user_data'
/** As many as fit side by side; the playground has more. */
const LANGUAGES = ['curl', 'node', 'python', 'php', 'csharp'] as const
const TABS = LANGUAGES.map((id) => ({ id, label: SAMPLE_NAMES[id] }))

const CALLS = ['balance', 'sandbox', 'live'] as const
type Call = (typeof CALLS)[number]
const CALL_NAMES: Record<Call, MessageKey> = {
  balance: 'Balance (free)',
  sandbox: 'Sample data (free)',
  live: 'Live data (charged)',
}
const CALL_NOTES: Record<Call, MessageKey> = {
  balance: 'This free request returns your balance.',
  sandbox: 'Free: the sandbox returns sample data in the same format as real data.',
  live: 'Returns real data and is charged to your balance.',
}

/** Made for the host of the page, at its own addresses. */
const FILES = [
  ['/openapi.json', 'OpenAPI (JSON)'],
  ['/openapi.yaml', 'OpenAPI (YAML)'],
  ['/postman.json', 'Postman'],
  ['/requests.http', '.http'],
] as const

type CodeSamplesProps = { credentials: Credentials; password: string | undefined }

/** A first call in the customer's own language; the password is in it only while it is shown above. */
export function CodeSamples({ credentials: { api_login, base_url, sandbox_url }, password }: CodeSamplesProps) {
  const t = useT()
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('curl')
  const [chosen, setChosen] = useState<Call>('balance')
  const { data: sample } = useQuery(sampleCallQuery)
  useNamedCard('first-call', true)
  const parts = { ...addressOf(chosen), login: api_login, password: password ?? PLACEHOLDER }

  function addressOf(wanted: Call): { url: string; body?: string } {
    if (wanted === 'balance' || !sample) return { url: `${base_url}${SAMPLE_PATH}` }
    const base = wanted === 'live' ? base_url : sandbox_url
    return { url: `${base}${sample.path.replace(/^\/v\d+\//, '')}`, body: sample.body }
  }

  return (
    <Card
      id="first-call"
      title={t('First request')}
      note={`${t(CALL_NOTES[chosen])} ${
        password
          ? t('It includes your password while it is shown.')
          : t('Replace {word} with your password.', { word: PLACEHOLDER })
      }`}
      className={cards.card}
      actions={
        sample && (
          <Segmented
            label={t('Request')}
            options={CALLS.map((value) => ({ value, label: t(CALL_NAMES[value]) }))}
            value={chosen}
            onChange={setChosen}
          />
        )
      }
      footer={
        <p className={styles.files}>
          {t('The whole API as a file:')}
          {FILES.map(([address, name]) => (
            <a key={address} href={address} download>
              {name}
            </a>
          ))}
        </p>
      }
    >
      <Tabs label={t('Programming language')} tabs={TABS} value={language} onChange={setLanguage}>
        <CodeView code={codeSample(language, parts)} label={SAMPLE_NAMES[language]} />
      </Tabs>
    </Card>
  )
}
