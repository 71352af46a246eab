import type { ErrorRow } from '@portico/contract/errors.ts'
import { STATUS_CLASSES, type StatusClass } from '@portico/contract/usage.ts'
import type { Catalogue } from '#catalogue/index.ts'
import { functionsByKey } from '#function-names/index.ts'
import type { EventRow } from '#traffic/errors/index.ts'

export function classOf(name: string): StatusClass {
  return STATUS_CLASSES.find((known) => known === name) ?? 'server'
}

/** A function that is no longer in the catalogue is shown by its key. */
export function nameOf(catalogue: Catalogue, { api, function: name }: { api: string; function: string }) {
  const key = `${api}/${name}`
  return { function: key, title: functionsByKey(catalogue).get(key)?.title ?? key }
}

export function showRow(catalogue: Catalogue, row: EventRow, login: string): ErrorRow {
  const { id, at, code, message, path, task_id, http_status, http_method, repeats } = row
  return {
    id,
    at: at.toISOString(),
    code,
    class: classOf(row.class),
    message,
    ...nameOf(catalogue, row),
    path,
    task_id,
    http_status,
    http_method,
    count: 1 + repeats,
    login,
  }
}
