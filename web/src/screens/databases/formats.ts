import { type Cadence, type DatabaseCategory, FILE_ENDINGS, type FileFormat } from '@portico/contract/databases.ts'
import { numbers } from '#i18n/formats.ts'
import { type MessageKey, useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'

const whole = numbers()
const signed = numbers({ signDisplay: 'exceptZero' })
const size = { maximumFractionDigits: 1, style: 'unit' } as const
const kilobytes = numbers({ ...size, unit: 'kilobyte' })
const megabytes = numbers({ ...size, unit: 'megabyte' })
const gigabytes = numbers({ ...size, unit: 'gigabyte' })
const KB = 1000

export const CATEGORY_NAMES: Record<DatabaseCategory, MessageKey> = {
  keywords: 'Keywords',
  links: 'Backlinks',
  businesses: 'Businesses',
  technologies: 'Technologies',
}
export const CADENCE_NAMES: Record<Cadence, MessageKey> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
}
export const FORMAT_NAMES: Record<FileFormat, string> = { jsonl: 'JSONL', csv: 'CSV', parquet: 'Parquet' }
export const FORMAT_ENDINGS: Record<FileFormat, string> = {
  jsonl: `.${FILE_ENDINGS.jsonl}`,
  csv: `.${FILE_ENDINGS.csv}`,
  parquet: `.${FILE_ENDINGS.parquet}`,
}

export function useFormats() {
  const { language } = useI18n()
  const { utc } = useTimes()
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  return {
    language,
    whole: (count: number) => whole(language).format(count),
    signed: (count: number) => signed(language).format(count),
    country: (code: string) => regions.of(code) ?? code,
    countries: (codes: readonly string[]) =>
      new Intl.ListFormat(language, { type: 'unit' }).format(codes.map((code) => regions.of(code) ?? code)),
    /** A day as it is written, without a zone: it is the same day everywhere. */
    day: (day: string) => utc('date', `${day.slice(0, 10)}T00:00:00Z`),
    bytes: (bytes: number) => {
      if (bytes < KB ** 2) return kilobytes(language).format(bytes / KB)
      return bytes < KB ** 3 ? megabytes(language).format(bytes / KB ** 2) : gigabytes(language).format(bytes / KB ** 3)
    },
  }
}
