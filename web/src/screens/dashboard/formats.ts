import { numbers } from '#i18n/formats.ts'
import { useI18n } from '#i18n/i18n.tsx'

const whole = numbers()
const share = numbers({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const change = numbers({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** How this language writes numbers and shares. */
export function useFormats() {
  const { language } = useI18n()
  return {
    whole: (value: number) => whole(language).format(value),
    share: (value: number) => share(language).format(value),
    change: (value: number) => change(language).format(value),
  }
}
