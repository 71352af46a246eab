import { navigate } from '#lib/location.ts'
import { changedSearch, oneOf, searchParams } from '#lib/search-params.ts'
import { Tabs } from '#ui/input/tabs.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { SERVICE } from '../paths.ts'
import { useConsoleT } from '../texts.ts'
import { ServiceApis } from './service-apis.tsx'
import { ServiceIncidents } from './service-incidents.tsx'
import { ServiceInstances } from './service-instances.tsx'
import { ServiceNotices } from './service-notices.tsx'
import { ServiceQueues } from './service-queues.tsx'

const VIEWS = ['apis', 'incidents', 'maintenance', 'queues', 'instances'] as const
type View = (typeof VIEWS)[number]
const readParams = searchParams({ view: oneOf(VIEWS, 'apis') })

/** How the service does, over all instances, and what is done about it. */
export function ServiceScreen({ search }: { search: string }) {
  const t = useConsoleT()
  const params = new URLSearchParams(search)
  const { view } = readParams(search)
  /** Changes the filters in the address; an empty value removes one. */
  const set = (changes: Record<string, string>) =>
    navigate(`${SERVICE}${changedSearch(search, changes)}`, { replace: true })
  return (
    <>
      <PageHeader title={t('Service')} note={t('Of all instances, also after a restart.')} />
      <Tabs<View>
        label={t('Service')}
        tabs={[
          { id: 'apis', label: t('APIs and sources') },
          { id: 'incidents', label: t('Incidents') },
          { id: 'maintenance', label: t('Maintenance') },
          { id: 'queues', label: t('Queues') },
          { id: 'instances', label: t('Instances and jobs') },
        ]}
        value={view}
        onChange={(next) => navigate(next === 'apis' ? SERVICE : `${SERVICE}?view=${next}`, { replace: true })}
      >
        {view === 'apis' && <ServiceApis params={params} set={set} />}
        {view === 'incidents' && <ServiceIncidents />}
        {view === 'maintenance' && <ServiceNotices />}
        {view === 'queues' && <ServiceQueues params={params} set={set} />}
        {view === 'instances' && <ServiceInstances />}
      </Tabs>
    </>
  )
}
