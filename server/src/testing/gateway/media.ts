/**
 * An API of media as vendors document them: tags, descriptions in Markdown and HTML, bodies of forms and files, and
 * answers that are pictures, sounds and documents.
 */
export const MEDIA = `openapi: 3.0.3
info: { title: Media, version: '1' }
servers: [{ url: https://api.media.example/v1 }]
tags:
  - { name: Audio, x-displayName: Speech and sound }
  - { name: Messages }
  - { name: Pictures }
x-portico-kind: live
paths:
  /audio/transcriptions:
    post:
      operationId: createTranscription
      tags: [Audio]
      summary: |
        **New here?** Read the [guide](/docs/guides/speech) first. Transcribes audio into the input language.

        - works with \`mp3\` and <b>wav</b>
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file, model]
              properties:
                file: { type: string, format: binary, description: The audio file, in one of these formats - <code>mp3</code> or <code>wav</code>. }
                model: { type: string, enum: [large, small], description: '**Which** model. See <script>alert(1)</script> the [list](https://media.example/models).' }
                recorded_on: { type: string, format: date }
                starts_at: { type: string, format: date-time }
                temperature: { type: number, minimum: 0, maximum: 1, default: 0 }
                hints: { type: array, items: { type: string } }
                options: { type: object, properties: { speakers: { type: integer } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } } }
  /Services/{sid}/Messages.json:
    post:
      tags: [Messages]
      summary: Send a message
      parameters: [{ name: sid, in: path, required: true, schema: { type: string } }]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [To]
              properties:
                To: { type: string }
                Body: { type: string, maxLength: 1600 }
                MediaUrl: { type: array, items: { type: string, format: uri } }
                Extra: { type: object, properties: { note: { type: string } } }
            encoding: { Extra: { style: deepObject, explode: true } }
      responses: { '201': { description: made, content: { application/json: { schema: { type: object, properties: { sid: { type: string } } } } } } }
  /pictures/{name}:
    put:
      tags: [Pictures]
      summary: Store a picture
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { image/png: {}, image/jpeg: {} } }
      responses: { '204': { description: stored } }
    get:
      tags: [Pictures]
      summary: Fetch a picture
      parameters: [{ name: name, in: path, required: true, schema: { type: string, default: red.png } }]
      responses: { '200': { description: ok, content: { image/png: {} } } }
  /rows:
    get:
      tags: [Pictures]
      summary: List the rows of a picture
      parameters: [{ name: count, in: query, schema: { type: integer, default: 3 } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } }
`

export const MEDIA_PRICES = `version: '1'
valid_from: 2026-01-01
default: { per_request: 0.001 }
functions: {}
`

/** A red dot. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
)
