import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'

export type ShownIncident = Output<typeof operator.listIncidents>['incidents'][number]
export type ShownNotice = Output<typeof operator.listNotices>['notices'][number]
