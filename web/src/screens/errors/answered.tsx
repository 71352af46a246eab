import type { ErrorDetail } from '@portico/contract/errors.ts'
import { type Translator, useT } from '#i18n/i18n.tsx'
import { STATUS_TONES, STATUS_WORDS } from '#traffic/status-words.ts'
import { Badge } from '#ui/show/badge.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { type KeyValue, KeyValues } from '#ui/show/key-values.tsx'
import { Breakable } from '#ui/text/breakable.tsx'
import styles from './errors.module.css'
import { useFormats } from './formats.ts'
import { refusalReason, refusalScope } from './words.ts'

/** The reply, and all fields that identify the call. */
export function Answered({ error }: { error: ErrorDetail }) {
  const t = useT()
  const { fullMoment, duration, whole } = useFormats()
  const isWebhook = error.kind === 'webhook'
  const items: (KeyValue | false)[] = [
    { key: 'time', label: t('When'), value: fullMoment(error.at) },
    {
      key: 'status',
      label: t('Status'),
      value: (
        <Badge tone={STATUS_TONES[error.class]}>
          {error.code} {t(STATUS_WORDS[error.class])}
        </Badge>
      ),
    },
    { key: 'message', label: t('Response'), value: <Breakable text={error.message} /> },
    error.count > 1 && {
      key: 'count',
      label: t('Repeated'),
      value: t('{count} of this kind within a short time; the newest is shown', { count: whole(error.count) }),
    },
    ...refusalItems(t, error.refusal),
    error.http_status !== null && { key: 'http', label: t('HTTP status'), value: String(error.http_status) },
    { key: 'cost', label: t('Cost'), value: t('Not charged') },
    {
      key: 'call',
      label: t('Endpoint'),
      value: (
        <code className={styles.path}>
          <Breakable text={`${error.http_method} ${error.path}`} />
        </code>
      ),
    },
    !isWebhook && {
      key: 'environment',
      label: t('Environment'),
      value: error.is_sandbox ? t('Sandbox (free)') : t('Live (charged)'),
    },
    error.time_ms !== null && { key: 'duration', label: t('Duration'), value: duration(error.time_ms) },
    { key: 'login', label: t('API login'), value: <Breakable text={error.login} /> },
    error.credential !== null && {
      key: 'credential',
      label: t(error.credential.kind === 'key' ? 'API key' : 'Agent login'),
      value: <Breakable text={error.credential.name} />,
    },
    error.ip !== null && { key: 'ip', label: t('IP address'), value: <Breakable text={error.ip} /> },
  ]
  return (
    <>
      <KeyValues dense items={items.filter((item) => item !== false)} />
      <div className={styles.ids}>
        {error.task_id && <CopyField label={t('Task ID')} value={error.task_id} />}
        <CopyField label={t('Request ID')} value={error.request_id ?? error.id} />
      </div>
    </>
  )
}

function refusalItems(t: Translator['t'], refusal: ErrorDetail['refusal']): KeyValue[] {
  if (!refusal) return []
  const scope = refusalScope(t, refusal)
  return [
    { key: 'reason', label: t('Reason'), value: refusalReason(t, refusal) },
    ...(scope === undefined ? [] : [{ key: 'scope', label: t('Scope'), value: <Breakable text={scope} /> }]),
  ]
}
