import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { requestAddress, requestBody } from '@portico/contract/request-address.ts'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { CodeView } from '#ui/code-view.tsx'
import { Select } from '#ui/select.tsx'
import styles from './playground.module.css'
import { SNIPPET_LANGUAGES, SNIPPET_NAMES, type SnippetLanguage, snippetOf } from './snippets.ts'
import type { Task } from './use-request.ts'

type CodeCardProps = {
  method: ShownMethod
  task: Task
  params: Record<string, string>
  mode: PlaygroundMode
  login: string
  base_url: string
}

/** The request in other languages; the password is read from the environment and never written into it. */
export function CodeCard({ method, task, params, mode, login, base_url }: CodeCardProps) {
  const t = useT()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
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
          options={SNIPPET_LANGUAGES.map((value) => ({ value, label: SNIPPET_NAMES[value] }))}
          onChange={({ target }) => setLanguage(SNIPPET_LANGUAGES.find((one) => one === target.value) ?? 'curl')}
        />
        <CodeView
          language="text"
          label={SNIPPET_NAMES[language]}
          code={snippetOf(language, { method: method.http_method, url, login, body })}
        />
      </div>
    </Card>
  )
}
