import type { Output } from '@portico/contract/endpoint.ts'
import type { gateway } from '@portico/contract/gateway.ts'
import { Amount } from '#i18n/amount.tsx'
import { useI18n } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { useWayTo } from '#money/add-funds.ts'
import { useIsListed } from '#page/use-is-listed.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { type KeyValue, KeyValues } from '#ui/show/key-values.tsx'
import { type Remedy, verdictOf } from './connection-verdict.ts'

/** The reply of the API, and what to do about it. */
export function ConnectionSeen({ seen }: { seen: Output<typeof gateway.testConnection> }) {
  const { t, language } = useI18n()
  const { status_code, status_message, login, balance_micros, ip, time_ms } = seen
  const verdict = verdictOf(status_code)
  const took = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' }).format(Math.round(time_ms))
  const facts: KeyValue[] = [
    { key: 'code', label: t('Response'), value: `${status_code} ${status_message}` },
    ...(login === null ? [] : [{ key: 'login', label: t('API login'), value: login }]),
    ...(balance_micros === null
      ? []
      : [{ key: 'balance', label: t('Balance'), value: <Amount micros={balance_micros} /> }]),
    { key: 'ip', label: t('Your IP address'), value: ip },
    { key: 'time', label: t('Duration'), value: took },
  ]
  return (
    <>
      <Banner
        live
        tone={verdict.tone}
        title={t(verdict.title)}
        action={verdict.remedy && <RemedyLink remedy={verdict.remedy} />}
      >
        {t(verdict.advice)}
      </Banner>
      <KeyValues items={facts} dense />
    </>
  )
}

function RemedyLink({ remedy }: { remedy: Remedy }) {
  const { t } = useI18n()
  const wayTo = useWayTo()
  const isListed = useIsListed()
  if (remedy === 'ips') {
    return (
      <Link to={`${paths.apiAccess}#ip-access`} className={buttonClass({ size: 'small' })}>
        {t('Go to IP access')}
      </Link>
    )
  }
  const ways = {
    funds: { to: paths.addFunds, label: t('Add funds') },
    limits: { to: paths.apiSettingsLimits, label: t('Change limits') },
    subscription: { to: paths.apiAccessSubscription, label: t('Access Subscriptions') },
    errors: { to: paths.apiErrors, label: t('Errors') },
  }
  const { to, label } = ways[remedy]
  if (!isListed(to)) return null
  return (
    <Link to={wayTo(to)} className={buttonClass({ size: 'small' })}>
      {label}
    </Link>
  )
}
