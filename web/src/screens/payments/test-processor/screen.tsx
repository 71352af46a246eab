import { testProcessor } from '@portico/contract/test-processor.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Link } from '#lib/link.tsx'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { Decision } from './decision.tsx'
import styles from './test-processor.module.css'
import { useGoBack } from './use-go-back.ts'

const checkoutQuery = (checkout: string) =>
  queryOptions({
    ...query(['test-processor', checkout], testProcessor.getCheckout, { checkout }),
    retry: (count, problem) => !(problem instanceof Problem) && count < 2,
    // It is over when it was decided in another tab.
    staleTime: 0,
  })

/** Replaces the page of a real payment service, where a person decides how a payment ends. */
export function Screen() {
  const { t } = useI18n()
  const { short } = useMoney()
  const goBack = useGoBack()
  const checkout = decodeURIComponent(useLocation().path.split('/').filter(Boolean).at(-1) ?? '')
  const { data, error, isError, isFetching, refetch } = useQuery(checkoutQuery(checkout))
  const isUnknown = error instanceof Problem && error.code !== 'unreachable' && error.code !== 'internal'
  return (
    <div className={styles.page}>
      <p className={styles.mark}>{t('Test payments: no real money moves')}</p>
      <section className={styles.sheet}>
        {!data && isError && !isUnknown && <LoadError busy={isFetching} onRetry={refetch} />}
        {!data && isUnknown && (
          <Empty
            icon="card"
            title={t('This payment page does not exist')}
            action={
              <Link to={paths.payments} className={buttonClass({ size: 'small' })}>
                {t('All payments')}
              </Link>
            }
          />
        )}
        {!data && !isError && <SkeletonText lines={7} />}
        {data && (
          <>
            <header className={styles.head}>
              <p className={styles.what}>{data.description}</p>
              <h1 className={styles.total}>{data.is_set_up ? t('Save a card') : short(data.total_micros)}</h1>
            </header>
            {data.is_open ? (
              <Decision
                key={checkout}
                checkout={checkout}
                isSetUp={data.is_set_up}
                keeps={data.keeps}
                total_micros={data.total_micros}
              />
            ) : (
              <div className={styles.over}>
                <p>{t('This payment page is closed. Nothing more can be paid here.')}</p>
                <button
                  type="button"
                  className={buttonClass({ tone: 'primary' })}
                  onClick={() => goBack(data.return_url)}
                >
                  {t('Back to your payment')}
                </button>
              </div>
            )}
          </>
        )}
      </section>
    </div>
  )
}
