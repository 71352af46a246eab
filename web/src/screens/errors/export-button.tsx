import { errorsExport } from '@portico/contract/errors.ts'
import { useT } from '#i18n/i18n.tsx'
import { LinkButton } from '#ui/input/button.tsx'
import type { Errors } from './use-errors.ts'

/** Everything that matches as a file, streamed by the server; not only the rows that are on the page. */
export function ExportButton({ errors: { filter, order } }: { errors: Errors }) {
  const t = useT()
  const params = Object.entries({ ...filter, order }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return (
    <LinkButton icon="download" href={`${errorsExport.path}?${new URLSearchParams(params)}`} download>
      {t('Export CSV')}
    </LinkButton>
  )
}
