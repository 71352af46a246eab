import { isObject } from '#catalogue/yaml-node.ts'
import { type Declared, declaredFields, variants } from './declared.ts'

/** Differences between a response and the class that declares it. */
export function faultsOfResponse(answer: Record<string, unknown>, response: string): string[] {
  return faultsOf(answer, response, '')
}

/** Differences between an element of `result` and the class of its response. */
export function faultsOfResult(result: Record<string, unknown>, response: string): string[] {
  const tasks = declaredFields(response).tasks?.of
  const declared = typeof tasks === 'object' ? declaredFields(tasks.class).result : undefined
  return typeof declared?.of === 'object' ? faultsOf(result, declared.of.class, '') : []
}

function faultsOf(value: Record<string, unknown>, name: string, at: string): string[] {
  const kinds = variants(name)
  const own = Object.keys(kinds).length > 0 ? kinds[String(value.type)] : name
  if (own === undefined) return [`${at}.type is ${value.type}, none of ${Object.keys(kinds).slice(0, 4)}`]
  return Object.entries(declaredFields(own)).flatMap(([field, declared]) => {
    const given = value[field]
    if (given === undefined) return [`${at}.${field} is missing`]
    return given === null ? [] : faultsOfField(given, declared, `${at}.${field}`)
  })
}

function faultsOfField(value: unknown, declared: Declared, at: string): string[] {
  if (declared.in === 'itself') return faultsOfOne(value, declared, at)
  if (declared.in === 'map')
    return isObject(value)
      ? Object.values(value).flatMap((one) => (one === null ? [] : faultsOfOne(one, declared, at)))
      : [`${at} is no map`]
  if (!Array.isArray(value)) return [`${at} is no list`]
  return declared.in === 'lists' ? [] : value.flatMap((one) => faultsOfOne(one, declared, at))
}

function faultsOfOne(value: unknown, { of }: Declared, at: string): string[] {
  if (of === 'any') return []
  if (typeof of === 'string') return typeof value === of ? [] : [`${at} is no ${of}`]
  return isObject(value) ? faultsOf(value, of.class, at) : [`${at} is no object`]
}
