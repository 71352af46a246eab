import { bodyParts } from '@portico/contract/body-parts.ts'
import type { ShownMethod } from '@portico/contract/catalogue.ts'
import type { PlaygroundMode } from '@portico/contract/playground.ts'
import { requestAddress } from '@portico/contract/request-address.ts'
import type { SampleParts } from '#code-samples/curl.ts'
import type { Task } from './use-request.ts'

export type SampleRequest = {
  method: ShownMethod
  task: Task
  params: Record<string, string>
  mode: PlaygroundMode
  login: string
  base_url: string
}

/** A request as a program writes it: with its body as JSON, as a form, or as files. */
export function sampleParts({ method, task, params, mode, login, base_url }: SampleRequest): SampleParts {
  const url = `${base_url}${mode === 'sandbox' ? '/sandbox' : ''}${requestAddress(method, params, task)}`
  const { selecting = {} } = method.plain ?? {}
  const parts = { method: method.http_method, url, login, isPlain: method.plain !== null, headers: selecting }
  return { ...parts, ...bodyParts(method, task, method.schema.required) }
}
