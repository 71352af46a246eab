import { ANSWER_DAYS, ANSWER_KB, ANSWER_SHARES, type AnswerRule, DEFAULT_ANSWERS } from '@portico/contract/answers.ts'
import { may } from '@portico/contract/permissions.ts'
import { type SettingsInfo, settings } from '@portico/contract/settings.ts'
import * as z from 'zod/mini'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Select } from '#ui/input/select.tsx'
import { CallSettingsCard } from './call-settings-card.tsx'
import styles from './settings.module.css'
import { settingsQuery, useSaved } from './settings-query.ts'

const chosen = z.object({ failed: z.string(), share: z.string(), days: z.string(), max_kb: z.string() })
const KB_PER_MB = 1024
const one = <T extends number>(known: readonly T[], text: string, otherwise: T) =>
  known.find((value) => String(value) === text) ?? otherwise

/** Which answers are stored for looking them up in Usage and Errors. Absent where the operator stores none. */
export function AnswersCard({ info }: { info: SettingsInfo }) {
  const { rule } = info.answers
  return rule && <RuleForm info={info} rule={rule} />
}

function RuleForm({ info, rule }: { info: SettingsInfo; rule: AnswerRule }) {
  const canChange = may(info.role, 'change_call_settings')
  const { t, language } = useI18n()
  const saved = useSaved()
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
      saved(await call(settings.saveAnswers, input), 'The settings for stored responses were saved.')
    },
    { shown, query: settingsQuery.queryKey },
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
  const days = ANSWER_DAYS.filter((count) => count <= info.answers.days_max)
  return (
    <CallSettingsCard
      id="answers"
      title={t('Stored responses')}
      note={t(
        'They are shown in Usage and Errors and can be compared with the last successful response. Responses you no longer store are deleted immediately.',
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
        {field('max_kb', 'Maximum size of one response', named(ANSWER_KB, size))}
      </div>
    </CallSettingsCard>
  )
}
