import type { ErrorDetail } from '@portico/contract/errors.ts'
import { useQuery } from '@tanstack/react-query'
import { curlOf } from '#code-samples/past-call.ts'
import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { pastCallAddress } from '#lib/playground-address.ts'
import parts from '#traffic/call-parts.module.css'
import { CUT_AT } from '#traffic/cut-note.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Drawer } from '#ui/overlay/drawer.tsx'
import { CodeView } from '#ui/show/code-view.tsx'
import { CopyAs } from '#ui/show/copy-as.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Answered } from './answered.tsx'
import { Cause } from './cause.tsx'
import { explain, explainWebhook } from './code-texts.ts'
import { supportText } from './copy-texts.ts'
import styles from './errors.module.css'
import { errorQuery } from './errors-queries.ts'
import type { Explanation } from './explanation.ts'
import { remedyFor } from './remedy.ts'
import type { Errors } from './use-errors.ts'
import { byReason } from './words.ts'

/** One error: its cause, the request and the reply. Its id is in the address, so that it can be shared. */
export function ErrorDrawer({ errors, id }: { errors: Errors; id: string }) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(errorQuery(errors.filter.scope, id))
  return (
    <Drawer
      open
      width={600}
      title={data ? t(explanationOf(data).title) : t('Error')}
      onClose={() => errors.change({ error: undefined })}
      footer={data && <Actions error={data} />}
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={8} />}
      {data && <Detail error={data} scope={errors.filter.scope} />}
    </Drawer>
  )
}

function explanationOf({ kind, code, http_status, refusal }: ErrorDetail): Explanation {
  if (kind === 'webhook') return explainWebhook(code, http_status)
  return { ...explain(code), ...(refusal && byReason(refusal.reason)) }
}

function Actions({ error }: { error: ErrorDetail }) {
  const t = useT()
  const isCall = error.kind === 'request'
  return (
    <div className={styles.drawerActions}>
      <CopyAs text={supportText(error)} label={t('Copy for support')} />
      {isCall && error.request_cut_at === null && <CopyAs text={curlOf(error)} label={t('Copy as cURL')} />}
      {isCall && error.playground && (
        <Link to={pastCallAddress(error.playground, error.id)} className={buttonClass({ tone: 'primary' })}>
          {t('Open in Playground')}
        </Link>
      )}
    </div>
  )
}

const loadAnswer = async () => (await import('#traffic/answers/answer-section.tsx')).AnswerSection

function Detail({ error, scope }: { error: ErrorDetail; scope: Errors['filter']['scope'] }) {
  const t = useT()
  const isWebhook = error.kind === 'webhook'
  return (
    <div className={parts.detail}>
      <Cause explanation={explanationOf(error)} code={error.code} remedy={remedyFor(error)} isWebhook={isWebhook} />
      <Answered error={error} />
      {!isWebhook && (
        <section className={parts.detailPart}>
          {error.request === null ? (
            <>
              <h3 className={styles.detailTitle}>{t('Request')}</h3>
              <p className={styles.none}>
                {t('No request body: the request was refused before it was read, or its body is no longer kept.')}
              </p>
            </>
          ) : (
            <CodeView language="json" label={t('Request')} code={JSON.stringify(error.request, null, 2)} />
          )}
          {error.request_cut_at !== null && <p className={styles.none}>{t(CUT_AT, { count: error.request_cut_at })}</p>}
        </section>
      )}
      {!isWebhook && (
        <Lazy
          load={loadAnswer}
          props={{ screen: 'errors', scope, id: error.id }}
          waiting={<SkeletonText lines={3} />}
        />
      )}
    </div>
  )
}
