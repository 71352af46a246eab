import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The sample provider that comes with the product. */
export const BUNDLED = resolve(import.meta.dirname, '../../../../provider')

export const DOCUMENT = `openapi: 3.1.0
info: { title: Weather, version: '1' }
paths:
  /v3/weather/days/live:
    post:
      summary: Days
      requestBody:
        content:
          application/json:
            schema:
              type: array
              maxItems: 1
              items: { $ref: '#/components/schemas/Days' }
            example: [{ city: Rostock, limit: 3 }]
      responses: { '200': { description: ok } }
components:
  schemas:
    Days:
      type: object
      required: [city]
      properties:
        city: { type: string, minLength: 2, maxLength: 40 }
        limit: { type: integer, minimum: 1, maximum: 14, default: 7 }
`

export const PRICES = `version: '1'
valid_from: 2026-01-01
functions:
  weather/days:
    results: { field: limit }
    live: { per_request: 0.001, per_result: 0.0001 }
`

const written: string[] = []
/** Files of a provider folder that are not OpenAPI documents. */
const NOT_A_DOCUMENT = /^(prices|brand|menu)\.yaml$|\.(svg|png)$|\//

/** A provider folder; names may be `prices.yaml`, `overlays/…`, `texts/…`, pictures or documents. */
export function writeProvider(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-provider-'))
  written.push(folder)
  mkdirSync(join(folder, 'openapi'))
  const all = { 'weather.yaml': DOCUMENT, 'prices.yaml': PRICES, ...files }
  for (const name of ['overlays', 'texts']) mkdirSync(join(folder, name))
  for (const [name, text] of Object.entries(all))
    writeFileSync(NOT_A_DOCUMENT.test(name) ? join(folder, name) : join(folder, 'openapi', name), text)
  return folder
}

/** Includes brand, notices and the rest of the bundled provider, so that the whole server starts with it. */
export function writeWholeProvider(files: Record<string, string>): string {
  const folder = writeProvider(files)
  for (const name of ['brand.yaml', 'notices.yaml', 'scripts.yaml', 'updates'])
    if (!(name in files)) cpSync(join(BUNDLED, name), join(folder, name), { recursive: true })
  return folder
}

export function dropProviders(): void {
  for (const folder of written.splice(0)) rmSync(folder, { recursive: true, force: true })
}
