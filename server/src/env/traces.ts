import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'

/** Where traces go. */
export interface TraceEnv {
  /** URL of the collector, with the path traces are sent to. */
  url: string
  headers: Record<string, string>
  service: string
}

/** The settings every OpenTelemetry exporter has; undefined where no collector is named. */
export function readTraces(get: (name: Name) => string | undefined): TraceEnv | undefined {
  const endpoint = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (!endpoint) return undefined
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username)
    throw startProblem(
      `OTEL_EXPORTER_OTLP_ENDPOINT is '${endpoint}', but must be an address like http://collector:4318.`,
    )
  const url = `${parsed.href.replace(/\/+$/, '')}/v1/traces`
  return {
    url,
    headers: headersOf(get('OTEL_EXPORTER_OTLP_HEADERS') ?? ''),
    service: get('OTEL_SERVICE_NAME') ?? 'portico',
  }
}

/** `name=value,name=value`, values percent-encoded. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/.exec(pair) ?? []
      const plain = decoded(value)
      if (!name || plain === undefined)
        throw startProblem('OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value, values as in an address.')
      return [name.toLowerCase(), plain]
    }),
  )
}

function decoded(value: string): string | undefined {
  try {
    const plain = decodeURIComponent(value)
    return /^[\x20-\x7e]*$/.test(plain) ? plain : undefined
  } catch {
    return undefined
  }
}
