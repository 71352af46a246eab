import { GROUPS } from '@portico/contract/usage-totals.ts'
import { useT } from '#i18n/i18n.tsx'
import { Select } from '#ui/input/select.tsx'
import styles from './usage.module.css'
import type { Usage } from './use-usage.ts'
import { GROUP_WORDS } from './words.ts'

/** The second dimension of the table, such as tag by API. */
export function SplitSelect({ usage }: { usage: Usage }) {
  const t = useT()
  return (
    <Select
      noMessage
      hideLabel
      label={t('Second grouping')}
      className={styles.split}
      value={usage.split ?? ''}
      options={[
        { value: '', label: t('No second grouping') },
        ...GROUPS.filter((group) => group !== usage.group).map((value) => ({
          value,
          label: t('and by {group}', { group: t(GROUP_WORDS[value]) }),
        })),
      ]}
      onChange={({ target }) => usage.change({ split: target.value || undefined })}
    />
  )
}
