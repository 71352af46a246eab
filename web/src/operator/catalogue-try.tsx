import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import type { UploadReport } from '@portico/contract/operator-uploads.ts'
import { isObject } from '@portico/contract/plain-types.ts'
import { useState } from 'react'
import { useMoney } from '#i18n/money.ts'
import { Problem } from '#lib/problem.ts'
import { Button } from '#ui/input/button.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { Card } from '#ui/show/card.tsx'
import { useStaffCall } from './ask-code.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

type Tried = Output<typeof operator.tryUpload>

/** Calls an operation of the draft as a customer would, answered by the sample source. */
export function TryCard({ id, report: { added, changed } }: { id: number; report: UploadReport }) {
  const t = useConsoleT()
  const { exact } = useMoney()
  const staffCall = useStaffCall()
  const [operation, setOperation] = useState(added[0]?.id ?? changed[0]?.id ?? '')
  const [task, setTask] = useState('{}')
  const [tried, setTried] = useState<Tried>()
  const [wrong, setWrong] = useState<{ operation?: string; task?: string }>({})
  const [busy, setBusy] = useState(false)

  async function run() {
    if (!isJsonObject(task))
      return setWrong({ task: t('Enter an object in JSON, such as {example}.', { example: '{"limit": 3}' }) })
    setBusy(true)
    setWrong({})
    setTried(undefined)
    try {
      const sent = { id, operation: operation.trim(), task, reason: 'try in the sandbox', by: '' }
      setTried(await staffCall(operator.tryUpload, sent))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setWrong({ operation: Object.values(error.fields)[0] ?? error.message })
    }
    setBusy(false)
  }

  return (
    <Card title={t('Try in the sandbox')} note={t('Nothing is charged, and no source is called.')}>
      <div className={styles.stack}>
        <Field
          label={t('Operation')}
          value={operation}
          maxLength={600}
          autoComplete="off"
          error={wrong.operation}
          onChange={(event) => setOperation(event.target.value)}
        />
        <TextArea
          mono
          rows={5}
          spellCheck={false}
          label={t('Fields')}
          value={task}
          error={wrong.task}
          onChange={(event) => setTask(event.target.value)}
        />
        <p className={styles.actions}>
          <Button busy={busy} disabled={operation.trim() === ''} onClick={run}>
            {t('Try')}
          </Button>
        </p>
        {tried && tried.faults.length > 0 && (
          <ul className={styles.list} role="alert">
            {tried.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {tried?.faults.length === 0 && (
          <div className={styles.stack} role="status">
            <p>{t('Accepted. Highest price of this call: {amount}', { amount: exact(tried.max_micros) })}</p>
            <pre className={styles.mend}>{JSON.stringify(tried.answer, null, 2).slice(0, 4000)}</pre>
          </div>
        )}
      </div>
    </Card>
  )
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}
