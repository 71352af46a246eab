import type { operator } from '@portico/contract/operator.ts'
import type { Handlers } from '#http/mount.ts'
import { readInstances, readService, readServiceApi } from '#service/index.ts'
import { judgeApi, type Source, type Status } from '#status/index.ts'

type Mine = 'service' | 'serviceApi' | 'instances'

/** The state of the service over all instances; each API is judged as on the status page. */
export function serviceHandlers(
  status: Pick<Status, 'current'>,
  source: Source,
): Pick<Handlers<typeof operator>, Mine> {
  return {
    service: async (ctx, { range }) => {
      const { snapshot } = await status.current()
      const now = ctx.clock.now()
      return readService(ctx, range, (api) =>
        snapshot ? judgeApi(api, snapshot, source, now) : { state: 'operational', set_by: 'rule' },
      )
    },
    serviceApi: (ctx, { api, range }) => readServiceApi(ctx, api, range),
    instances: readInstances,
  }
}
