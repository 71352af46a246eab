import {
  ANSWER_DAYS,
  ANSWER_KB,
  ANSWER_SHARES,
  type AnswerRule,
  type AnswerRuleInfo,
  answerRules,
  DEFAULT_ANSWERS,
} from '@portico/contract/answers.ts'
import { may } from '@portico/contract/permissions.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import cards from '#forms/card-page.module.css'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useI18n, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Select } from '#ui/input/select.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { CallSettingsCard } from './call-settings-card.tsx'
import styles from './settings.module.css'

const chosen = z.object({ failed: z.string(), share: z.string(), days: z.string(), max_kb: z.string() })
const KB_PER_MB = 1024
const one = <T extends number>(known: readonly T[], text: string, otherwise: T) =>
  known.find((value) => String(value) === text) ?? otherwise

const ruleQuery = queryOptions({
  queryKey: ['settings', 'answers'],
  queryFn: ({ signal }) => call(answerRules.getAnswerRule, {}, signal),
})

/** Which answers are stored for looking them up in Usage and Errors. Absent where the operator stores none. */
export function AnswersCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(ruleQuery)
  if (data?.rule) return <RuleForm info={data} rule={data.rule} />
  if (data) return null
  return (
    <Card id="answers" title={t('Stored answers')} className={cards.card}>
      {isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={3} />}
    </Card>
  )
}

function RuleForm({ info, rule }: { info: AnswerRuleInfo; rule: AnswerRule }) {
  const canChange = may(info.role, 'change_call_settings')
  const { t, language } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const shown = {
    failed: String(rule.failed),
    share: String(rule.share),
    days: String(rule.days),
    max_kb: String(rule.max_kb),
  }
  const form = useSavedForm(
    chosen,
    async ({ failed, share, days, max_kb }) => {
      const input = {
        failed: failed === 'true',
        share: one(ANSWER_SHARES, share, DEFAULT_ANSWERS.share),
        days: one(ANSWER_DAYS, days, DEFAULT_ANSWERS.days),
        max_kb: one(ANSWER_KB, max_kb, DEFAULT_ANSWERS.max_kb),
        seen: rule,
      }
      client.setQueryData(ruleQuery.queryKey, await call(answerRules.saveAnswerRule, input))
      toast.good('The storing of answers was saved.')
    },
    { shown, query: ruleQuery.queryKey },
  )
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const period = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const size = (kb: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: kb < KB_PER_MB ? 'kilobyte' : 'megabyte' }).format(
      kb < KB_PER_MB ? kb : kb / KB_PER_MB,
    )
  const field = (name: keyof typeof shown, label: MessageKey, options: { value: string; label: string }[]) => (
    <Select label={t(label)} name={name} options={options} defaultValue={shown[name]} disabled={!canChange} noMessage />
  )
  const named = (values: readonly number[], label: (value: number) => string) =>
    values.map((value) => ({ value: String(value), label: label(value) }))
  const days = ANSWER_DAYS.filter((count) => count <= info.days_max || count === rule.days)
  return (
    <CallSettingsCard
      id="answers"
      title={t('Stored answers')}
      note={t(
        'Shown in Usage and Errors, and compared with the last good answer. What you no longer store is deleted at once.',
      )}
      form={form}
      canChange={canChange}
    >
      <div className={styles.quarters}>
        {field('failed', 'Failed requests', [
          { value: 'true', label: t('Store') },
          { value: 'false', label: t('Off') },
        ])}
        {field(
          'share',
          'Successful requests',
          named(ANSWER_SHARES, (share) => (share === 0 ? t('Off') : percent.format(share / 100))),
        )}
        {field(
          'days',
          'Store for',
          named(days, (count) => period.format(count)),
        )}
        {field('max_kb', 'Largest size of one answer', named(ANSWER_KB, size))}
      </div>
    </CallSettingsCard>
  )
}
