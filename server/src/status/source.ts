import type { Gateway } from '#gateway/index.ts'
import type { Source } from './judge.ts'
import type { StatusReader } from './read-status.ts'

/** What the gateway of this process knows of the data source; the built-in sample source always answers. */
export function sourceOf({ gate, bookingFailure }: Pick<Gateway, 'gate' | 'bookingFailure'>): Source {
  const { upstream, pass, catalogue } = gate
  const apiOf = new Map(catalogue.entries.map(({ id, plain, upstream_path, api }) => [plain ? id : upstream_path, api]))
  return {
    isRefusing: () => bookingFailure() !== undefined,
    isDown: () => upstream?.isDown() ?? false,
    brokenApis: () =>
      new Set([upstream, pass].flatMap((one) => one?.openEndpoints() ?? []).flatMap((one) => apiOf.get(one) ?? [])),
  }
}

/** Checks whether no endpoint of the data source is reached, by this process or any other living one. */
export function downCheck(source: Source, status: Pick<StatusReader, 'current'>): () => Promise<boolean> {
  return async () => source.isDown() || ((await status.current()).snapshot?.is_down ?? false)
}
