import type { CatalogueFunction, ShownMethod } from '@portico/contract/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AppLocation, navigate, useLocation } from '#lib/location.ts'
import { functionAddress, namedIn } from '#lib/playground-address.ts'
import { type PlaygroundAddress, readAddress, withoutFormer } from './address.ts'
import { carryTask } from './carry-task.ts'
import { storedDraft } from './draft.ts'
import { type Filling, fillingOf } from './filling.ts'
import { catalogueQuery, functionQuery, historyQuery, pastTaskQuery, savedQuery } from './playground-queries.ts'

export type Task = Record<string, unknown>

/** The function and method that are tried, and the task as it is filled in. */
export function useRequest() {
  const location = useLocation()
  const address = readAddress(location)
  const catalogue = useQuery(catalogueQuery)
  const functions = catalogue.data?.functions.filter((one) => one.playground !== null) ?? []
  const named = namedIn(functions, address.named)
  const named_method = named.method_id ?? address.method_id
  const filling = useFilling(address, named_method, functions)
  const sections = catalogue.data?.playground ?? []
  const section = sections.find(({ id }) => id === address.section) ?? sections[0]
  const linked =
    named.function ??
    functions.find((one) => one.id === address.function_id) ??
    functions.find((one) => one.methods.some(({ id }) => id === (filling?.method_id ?? named_method)))
  const wanted = linked ?? firstOf(functions, section?.functions)
  useFormerLink(linked, address, location)
  const shown = useQuery({ ...functionQuery(wanted?.id ?? ''), enabled: wanted !== undefined })
  const methods = shown.data?.id === wanted?.id ? (shown.data?.methods ?? []) : []
  const method =
    methods.find(({ id }) => id === (named_method ?? filling?.method_id)) ??
    methods.find(({ tariff }) => tariff !== null) ??
    methods[0]
  const [draft] = useState(storedDraft)
  const key = keyOf(method?.id, filling?.key)
  const [task, setTask, begin] = useTask(key, method, filling, draft)
  const [params, setParams] = useParams(method, filling, draft?.key === key ? draft.params : undefined)
  return {
    key,
    /** The environment this request was going to run in; any other starts where nothing is charged. */
    firstMode: draft?.key === key ? draft.mode : ('sandbox' as const),
    address,
    missing: catalogue.isSuccess
      ? isThere(address, linked, named.method_id)
        ? filling?.missing
        : 'function'
      : undefined,
    catalogue,
    shown,
    sections,
    functions,
    section: sections.find(({ id }) => id === wanted?.playground) ?? section,
    function: wanted,
    methods,
    method,
    task,
    setTask,
    params,
    setParams,
    choose: (one: CatalogueFunction) => navigate(functionAddress(one.playground ?? '', one)),
    chooseMethod(id: string) {
      const to = methods.find((one) => one.id === id)
      // The example of one is not carried into the other, which has its own.
      if (method && to && task !== method.sample)
        begin(keyOf(id, undefined), (typed = to.sample) => carryTask(task, method, { ...to, sample: typed }))
      if (wanted) navigate(functionAddress(wanted.playground ?? '', wanted, id), { replace: true })
    },
  }
}

/** Identifies requests: input and result belong to one of them. */
export function keyOf(method_id: string | undefined, filling: string | undefined): string {
  return `${method_id} ${filling}`
}

export type PlaygroundRequest = ReturnType<typeof useRequest>

/** Replaces a link in the former form by a readable one with the same request. */
function useFormerLink(linked: CatalogueFunction | undefined, address: PlaygroundAddress, location: AppLocation): void {
  const { function_id, method_id } = address
  const isFormer = function_id !== undefined || method_id !== undefined
  const to = isFormer && linked && functionAddress(linked.playground ?? '', linked, method_id) + withoutFormer(location)
  useEffect(() => {
    if (to) navigate(to, { replace: true })
  }, [to])
}

function isThere(
  { named: [named, named_method], function_id }: PlaygroundAddress,
  linked: CatalogueFunction | undefined,
  method_id: string | undefined,
): boolean {
  if (named === undefined && function_id === undefined) return true
  return linked !== undefined && (named_method === undefined || method_id !== undefined)
}

/** Methods that return data precede those that only look something up. */
function firstOf(functions: CatalogueFunction[], ids: string[] | undefined): CatalogueFunction | undefined {
  const own = functions.filter(({ id }) => ids?.includes(id))
  return own.find(({ methods }) => methods.some(({ kind }) => kind !== 'reference')) ?? own[0]
}

/** A past request named by the address. */
function useFilling(
  address: PlaygroundAddress,
  named: string | undefined,
  functions: CatalogueFunction[],
): Filling | undefined {
  const { from, run, saved } = address
  const past = useQuery({ ...pastTaskQuery(from ?? ''), enabled: from !== undefined })
  const history = useQuery({ ...historyQuery, enabled: run !== undefined })
  const stored = useQuery({ ...savedQuery, enabled: saved !== undefined })
  return fillingOf(address, {
    functions,
    named,
    past: past.data ?? (past.isError ? null : undefined),
    runs: history.data?.runs,
    saved: stored.data?.requests,
    isAsking: history.isFetching || stored.isFetching,
  })
}

/** Starts with the example, or with a past request; input for a method is restored when the user comes back to it. */
function useTask(
  key: string,
  method: ShownMethod | undefined,
  filling: Filling | undefined,
  draft: { key: string; task: Task } | undefined,
) {
  const [stored, setStored] = useState<Record<string, Task>>(draft ? { [draft.key]: draft.task } : {})
  const first = filling && !filling.missing ? filling.task : (method?.sample ?? {})
  const task = stored[key] ?? first
  return [
    task,
    (next: Task) => setStored((before) => ({ ...before, [key]: next })),
    /** The initial value of another request, derived from what was typed for it before. */
    (other: string, make: (typed: Task | undefined) => Task) =>
      setStored((before) => ({ ...before, [other]: make(before[other]) })),
  ] as const
}

function useParams(
  method: ShownMethod | undefined,
  filling: Filling | undefined,
  draft: Record<string, string> | undefined,
) {
  const [params, setParams] = useState<Record<string, string>>({})
  const id = method?.id
  const names = Object.entries(method?.path_params ?? {})
  const first =
    draft ??
    (filling?.missing && filling.missing !== 'task' ? undefined : filling?.params) ??
    Object.fromEntries(names.map(([name, field]) => [name, String(field.examples?.[0] ?? '')]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method has other parameters
  useEffect(() => setParams(first), [id, filling?.key])
  return [params, setParams] as const
}
