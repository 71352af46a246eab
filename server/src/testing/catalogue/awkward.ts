/** Request schemas of real documents that are hard for forms, by the last segment of each path. */
const V30: Record<string, object> = {
  one_of: { oneOf: [{ required: ['city'] }, { required: ['zip'] }], properties: { city: word(), zip: word() } },
  one_of_types: object({ value: { oneOf: [{ type: 'string' }, { type: 'integer' }] } }, ['value']),
  any_of_objects: object({ venue: { anyOf: [object({ city: word() }, ['city']), object({ zip: word() }, ['zip'])] } }, [
    'venue',
  ]),
  all_of: {
    allOf: [object({ keyword: word() }, ['keyword']), object({ depth: { type: 'integer', minimum: 10 } }, ['depth'])],
  },
  nested_lists: object({ grid: list(list({ type: 'number' })) }, ['grid']),
  list_of_lists_of_objects: object({ rows: list(list(object({ name: word() }, ['name']))) }, ['rows']),
  additional_false: { ...object({ name: word() }, ['name']), additionalProperties: false },
  additional_map: object({ labels: { type: 'object', additionalProperties: { type: 'string' } } }, ['labels']),
  recursive: { $ref: '#/components/schemas/Tree' },
  recursive_list: { $ref: '#/components/schemas/Folder' },
  no_examples: object({ a: word(), b: { type: 'integer' }, c: { type: 'boolean' }, d: list(word()) }, [
    'a',
    'b',
    'c',
    'd',
  ]),
  fields_300: object(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field_${at}`, word()])), ['field_0']),
  enum_500: object({ code: { type: 'string', enum: Array.from({ length: 500 }, (_, at) => `code-${at}`) } }, ['code']),
  nullable: object({ name: { type: 'string', nullable: true }, list: list({ type: 'string', nullable: true }) }, [
    'name',
  ]),
  choice_discriminator: object(
    {
      payment: {
        oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }],
        discriminator: { propertyName: 'method', mapping: { card: '#/components/schemas/Card', bank: 'Bank' } },
      },
    },
    ['payment'],
  ),
  choice_of_tasks: {
    oneOf: [
      object({ by: fixed('keyword'), keyword: word(), depth: { type: 'integer', minimum: 1 } }, ['by', 'keyword']),
      object({ by: fixed('domain'), domain: word(), depth: { type: 'integer', minimum: 1 } }, ['by', 'domain']),
    ],
  },
  choice_nullable: object(
    { note: word(), payment: { anyOf: [{ $ref: '#/components/schemas/Card' }], nullable: true } },
    ['note'],
  ),
  choice_rows: object(
    {
      rules: {
        ...list({ oneOf: [range('price'), range('rating'), object({ brand: word() }, ['brand'])] }),
        minItems: 1,
      },
    },
    ['rules'],
  ),
  choice_in_choice: object(
    {
      venue: {
        oneOf: [
          object({ kind: fixed('point'), at: { anyOf: [range('lat'), range('lon')] } }, ['kind', 'at']),
          object({ kind: fixed('name'), name: word() }, ['kind', 'name']),
        ],
      },
    },
    ['venue'],
  ),
  deep: object({ a: object({ b: object({ c: object({ d: object({ e: word() }, ['e']) }, ['d']) }, ['c']) }, ['b']) }, [
    'a',
  ]),
}

const V31: Record<string, object> = {
  const_value: object({ kind: { const: 'desktop' }, name: word() }, ['kind', 'name']),
  pattern: object({ day: { type: 'string', pattern: '^\\d{4}-\\d{2}$', examples: ['2026-01'] } }, ['day']),
  tuple: object({ point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], minItems: 2 } }),
  null_type: object({ name: { type: ['string', 'null'] } }, ['name']),
  several_types: object({ value: { type: ['string', 'integer'] } }, ['value']),
  one_of_null: object({ limit: { oneOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } }, ['limit']),
  any_of_required: {
    ...object({ location_code: { type: 'integer', examples: [2840] }, location_name: word() }),
    anyOf: [{ required: ['location_code'] }, { required: ['location_name'] }],
  },
  dependent: {
    ...object({ url: { type: 'string', format: 'uri' }, data: word() }),
    dependentRequired: { url: ['data'] },
  },
  bounds: object({ count: { type: 'integer', minimum: 5, maximum: 5 } }, ['count']),
  lengths: object({ name: { type: 'string', minLength: 12, maxLength: 14 } }, ['name']),
  items_needed: object({ keywords: { ...list(word()), minItems: 3, maxItems: 4 } }, ['keywords']),
  enum_numbers: object(
    { size: { type: 'integer', enum: [10, 20, 100] }, sizes: list({ type: 'integer', enum: [1, 2] }) },
    ['size'],
  ),
  dates: object({ from: { type: 'string', format: 'date' }, page: { type: 'string', format: 'uri' } }, [
    'from',
    'page',
  ]),
  odd_names: object({ 'a.b': word(), 'c d': word(), constructor: word(), ключ: word() }, ['a.b', 'constructor']),
  choice_titles: object(
    {
      when: {
        oneOf: [
          { title: 'On a day', ...object({ day: { type: 'string', format: 'date' } }, ['day']) },
          { title: 'In the last days', ...object({ days: { type: 'integer', minimum: 1, maximum: 90 } }, ['days']) },
        ],
      },
    },
    ['when'],
  ),
  choice_constants: object(
    {
      sort: {
        oneOf: [
          { const: 'asc', title: 'Ascending' },
          { const: 'desc', title: 'Descending' },
        ],
      },
    },
    ['sort'],
  ),
  choice_scalars: object(
    { depth: { oneOf: [{ type: 'integer', minimum: 1, maximum: 700 }, { const: 'auto' }, list(word())] } },
    ['depth'],
  ),
  choice_or_null: object({ when: { oneOf: [range('from'), range('to'), { type: 'null' }] } }),
  choice_twice: object(
    {
      query: {
        ...object({ label: word() }, ['label']),
        allOf: [
          { oneOf: [object({ city: word() }, ['city']), object({ zip: word() }, ['zip'])] },
          { anyOf: [object({ from: word() }, ['from']), object({ to: word() }, ['to'])] },
        ],
      },
    },
    ['query'],
  ),
  rows: object({ pages: { ...list(object({ url: word(), depth: { type: 'integer' } }, ['url'])), minItems: 1 } }, [
    'pages',
  ]),
}

export const AWKWARD_NAMES = [...Object.keys(V30), ...Object.keys(V31)]

/** Schemas the others refer to. */
const PARTS: Record<string, object> = {
  Tree: object({ name: word(), child: { $ref: '#/components/schemas/Tree' } }, ['name']),
  Folder: object({ name: word(), folders: list({ $ref: '#/components/schemas/Folder' }) }, ['name']),
  Card: object({ method: word(), number: { type: 'string', minLength: 4, maxLength: 19 } }, ['method', 'number']),
  Bank: object({ method: word(), iban: word(), owner: word() }, ['method', 'iban']),
}

/** Two documents, of OpenAPI 3.0 and 3.1, to add to those of a provider. */
export const AWKWARD: Record<string, string> = {
  'awkward-30.yaml': documentOf('3.0.3', V30),
  'awkward-31.yaml': documentOf('3.1.0', V31),
}

function documentOf(openapi: string, schemas: Record<string, object>): string {
  const paths = Object.entries(schemas).map(([name, schema]) => [
    `/v3/awkward/${name}/live`,
    {
      post: {
        summary: name,
        requestBody: { content: { 'application/json': { schema: { type: 'array', items: schema } } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  ])
  const document = {
    openapi,
    info: { title: 'Awkward', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: PARTS },
  }
  // JSON is YAML.
  return JSON.stringify(document)
}

function word() {
  return { type: 'string' }
}

function fixed(value: string) {
  return { type: 'string', enum: [value] }
}

function range(name: string) {
  return object({ [name]: { type: 'integer', minimum: 0, maximum: 9 } }, [name])
}

function list(items: object) {
  return { type: 'array', items }
}

function object(properties: Record<string, object>, required: string[] = []) {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
