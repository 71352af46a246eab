import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'

const PERCENT = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const whole = numbers()
const share = numbers(PERCENT)
const change = numbers({ ...PERCENT, signDisplay: 'exceptZero' })

/** Counts, shares and relative changes in this language. */
export function useNumberFormats() {
  const { language } = useI18n()
  return {
    whole: (value: number) => whole(language).format(value),
    share: (value: number) => share(language).format(value),
    change: (value: number) => change(language).format(value),
  }
}
