import { Link } from '#lib/link.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { CUSTOMERS } from './paths.ts'
import { useConsoleT } from './texts.ts'

export function NotFound() {
  const t = useConsoleT()
  const back = (
    <Link to={CUSTOMERS} className={buttonClass({})}>
      {t('Customers')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('Operator console')} />
      <Empty icon="search" title={t('Page not found')} action={back} />
    </>
  )
}
