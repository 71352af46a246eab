import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { requestAddress, requestBody } from '@portico/contract/request-address.ts'
import { useDeferredValue, useState } from 'react'
import { codeSample, SAMPLE_LANGUAGES, SAMPLE_NAMES, type SampleLanguage } from '#code-samples/code-samples.ts'
import { useT } from '#i18n/i18n.tsx'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import styles from './playground.module.css'
import type { Task } from './use-request.ts'

type CodeCardProps = {
  method: ShownMethod
  task: Task
  params: Record<string, string>
  mode: PlaygroundMode
  login: string
  base_url: string
}

const SHOWN_MAX = 100_000

/** The request in other languages; the password is read from the environment and never written into it. */
export function CodeCard({ method, params, mode, login, base_url, ...given }: CodeCardProps) {
  const t = useT()
  // Typing does not wait for it.
  const task = useDeferredValue(given.task)
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const url = `${base_url}${mode === 'sandbox' ? '/sandbox' : ''}${requestAddress(method, params, task)}`
  const body = requestBody(method, task)
  return (
    <Card title={t('Code')}>
      <div className={styles.result}>
        <Select
          noMessage
          label={t('Language')}
          hideLabel
          value={language}
          options={SAMPLE_LANGUAGES.map((value) => ({ value, label: SAMPLE_NAMES[value] }))}
          onChange={({ target }) => setLanguage(SAMPLE_LANGUAGES.find((one) => one === target.value) ?? 'curl')}
        />
        {body !== undefined && body.length > SHOWN_MAX ? (
          <p className={styles.note}>{t('This request is too large to show as code.')}</p>
        ) : (
          <CodeView
            language="text"
            label={SAMPLE_NAMES[language]}
            code={codeSample(language, { method: method.http_method, url, login, body })}
          />
        )}
      </div>
    </Card>
  )
}
