/** The OpenAPI document of a weather API: twelve endpoints without the family's envelope, under a separate path. */
export const WEATHER = `openapi: 3.1.0
info: { title: Weather, version: '1' }
servers: [{ url: https://api.weather.example/v1 }]
x-portico-kind: live
components:
  parameters:
    station: { name: station_id, in: path, required: true, schema: { type: string, pattern: '^[A-Z]{4}\\d{3}$' } }
    limit: { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 100 } }
  responses:
    Any: { description: ok, headers: { X-Model: {} }, content: { application/json: { schema: { type: object, properties: { temperature: { type: number, examples: [21.5] } } } } } }
    Observations:
      description: ok
      content:
        application/json:
          schema: { type: object, properties: { observations: { type: array, items: { type: object, properties: { at: { type: string, format: date-time } } } } } }
paths:
  /current:
    get:
      tags: [Now]
      parameters:
        - { name: lat, in: query, required: true, schema: { type: number, minimum: -90, maximum: 90 } }
        - { name: lon, in: query, required: true, schema: { type: number, minimum: -180, maximum: 180 } }
        - { name: X-Units, in: header, schema: { type: string } }
      responses: { '200': { $ref: '#/components/responses/Any' } }
  /stations:
    get:
      tags: [Stations]
      parameters:
        - { name: kinds, in: query, schema: { type: array, items: { type: string, enum: [synop, metar] } } }
        - { name: bbox, in: query, explode: false, schema: { type: array, minItems: 4, maxItems: 4, items: { type: number } } }
        - { name: ids, in: query, style: pipeDelimited, schema: { type: array, items: { type: integer } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { above: { type: number } } } }
      responses: { '200': { $ref: '#/components/responses/Any' } }
    post:
      tags: [Stations]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string, minLength: 2 } } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object } } } } }
  /stations/{station_id}:
    parameters: [{ $ref: '#/components/parameters/station' }]
    get: { tags: [Stations], responses: { '200': { $ref: '#/components/responses/Any' } } }
    delete: { tags: [Stations], responses: { '204': { description: gone } } }
  /stations/{station_id}/observations:
    get:
      tags: [Stations]
      parameters: [{ $ref: '#/components/parameters/station' }, { $ref: '#/components/parameters/limit' }]
      responses: { '200': { $ref: '#/components/responses/Observations' } }
  /stations/{station_id}/observations.csv:
    get:
      tags: [Stations]
      parameters: [{ $ref: '#/components/parameters/station' }]
      responses: { '200': { description: ok, content: { text/csv: { schema: { type: string } } } } }
  /tiles/{layer}/{z}/{x}/{y}.png:
    get:
      tags: [Maps]
      parameters:
        - { name: layer, in: path, required: true, schema: { type: string, enum: [rain, wind] } }
        - { name: z, in: path, required: true, schema: { type: integer, minimum: 0, maximum: 12 } }
        - { name: x, in: path, required: true, schema: { type: integer } }
        - { name: y, in: path, required: true, schema: { type: integer } }
      responses: { '200': { description: ok, content: { image/png: {} } } }
  /status:
    get: { tags: [Service], x-portico-kind: reference, responses: { '200': { $ref: '#/components/responses/Any' } } }
  /models:
    get: { tags: [Service], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } } } }
  /notes:
    put:
      tags: [Service]
      requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }
      responses: { '200': { $ref: '#/components/responses/Any' } }
  /batches:
    post:
      tags: [Service]
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { type: integer } } } } }
      responses: { '200': { $ref: '#/components/responses/Any' } }
`

export const WEATHER_PRICES = `version: '1'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions:
  stations/{station_id}: { live: { per_request: 0.002 } }
  'stations:post': { live: { per_request: 0.005 } }
  stations/{station_id}/observations:
    results: { field: limit }
    live: { per_request: 0.0005, per_result: 0.00001 }
`
