import { LANGUAGES } from '@portico/contract/language.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Problem } from '@portico/contract/problem.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { change } from '#http/change.ts'
import type { Handlers } from '#http/mount.ts'
import { listIncidents, previewIncident, removeIncident, updateIncident } from '#status/index.ts'

type Mine = 'updateIncident' | 'listIncidents' | 'removeIncident' | 'previewIncident'

/** Incidents on the status page. */
export const incidentHandlers: Pick<Handlers<typeof operator>, Mine> = {
  updateIncident: change(async (ctx, { id, state, impact, apis, by: _, ...given }) => {
    checkApis(ctx.catalogue, apis ?? [])
    const texts = Object.fromEntries(LANGUAGES.flatMap((one) => (given[one] ? [[one, given[one]]] : [])))
    const done = await updateIncident(ctx, { id, state, impact, apis, texts })
    ctx.audit('incident_updated', { detail: { id, state, ...(impact && { impact }) } })
    return done
  }),
  listIncidents: async (ctx) => {
    const { incidents, subscribers } = await listIncidents(ctx)
    return {
      subscribers,
      incidents: incidents.map(({ id, state, impact, apis, began_at, updates }) => ({
        id,
        state,
        impact,
        apis,
        began_at: began_at.toISOString(),
        updated_at: (updates[0]?.at ?? began_at).toISOString(),
        updates: updates.length,
        history: updates.map(({ at, state: was, impact: had, apis: of, texts }) => ({
          at: at.toISOString(),
          state: was,
          impact: had,
          apis: of,
          texts,
        })),
      })),
    }
  },
  previewIncident: async (ctx, { apis, ...update }) => {
    const named = apis === '' ? [] : apis.split(',')
    checkApis(ctx.catalogue, named)
    return { previews: await previewIncident(ctx, { ...update, apis: named }) }
  },
  removeIncident: change(async (ctx, { id }) => {
    const removed = await removeIncident(ctx, id)
    if (removed > 0) ctx.audit('incident_removed', { detail: { id } })
    return { removed }
  }),
}

function checkApis(catalogue: Pick<Catalogue, 'functions'>, given: string[]): void {
  const known = [...new Set(catalogue.functions().map(({ api }) => api))].toSorted()
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Problem('invalid_input', {
    fields: { apis: `${unknown.join(', ')} is unknown; known are ${known.join(', ')}` },
  })
}
