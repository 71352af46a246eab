/** A document like those of code generators: nothing required, `object` for anything, bounds only in descriptions, generated names. */
const ENGINES = ['google', 'bing', 'yahoo', 'baidu', 'naver', 'seznam', 'youtube', 'sogou']
const TYPES = ['organic', 'news', 'images', 'maps', 'events', 'jobs', 'videos', 'shopping', 'finance']
const TASK_METHODS = [
  'task_post',
  'tasks_ready',
  'tasks_fixed',
  'task_get/regular/{id}',
  'task_get/advanced/{id}',
  'task_get/html/{id}',
  'live/regular',
  'live/advanced',
]
const LIVE = ['summary', 'history', 'anchors', 'referring_domains', 'competitors', 'bulk_ranks']
const ACCOUNT = ['id_list', 'errors']
const REFERENCES = ['available_filters', 'locations', 'locations/{country}', 'languages', 'categories']
const APIS = ['serp', 'backlinks', 'keywords_data', 'on_page', 'content_analysis']
const CRAWL = ['pages', 'resources', 'links', 'duplicate_tags', 'non_indexable', 'raw_html', 'waterfall', 'microdata']

export function generatedPaths(): string[] {
  return [
    ...ENGINES.flatMap((engine) =>
      TYPES.flatMap((type) => TASK_METHODS.map((method) => `/v3/serp/${engine}/${type}/${method}`)),
    ),
    ...LIVE.flatMap((name) => ['backlinks', 'content_analysis'].map((api) => `/v3/${api}/${name}/live`)),
    ...ENGINES.flatMap((engine) =>
      ['search_volume', 'ideas'].map((name) => `/v3/keywords_data/${engine}/${name}/live`),
    ),
    ...APIS.flatMap((api) => [...ACCOUNT, ...REFERENCES].map((name) => `/v3/${api}/${name}`)),
    ...['user_data', 'errors', 'status', 'webhook_resend'].map((name) => `/v3/appendix/${name}`),
    ...['task_post', 'tasks_ready', 'summary/{id}', 'force_stop', 'instant_pages', ...CRAWL].map(
      (name) => `/v3/on_page/${name}`,
    ),
    '/v3/serp/tasks_ready',
    '/v3/serp/screenshot',
    '/v3/serp/ai_summary',
  ]
}

const isGet = (path: string) =>
  /tasks_(ready|fixed)|\{|locations$|languages$|categories$|filters$|user_data|appendix\/(errors|status)/.test(path)
const nullable = (type: string, description: string, more = {}) => ({ type, description, nullable: true, ...more })
const list = (name: string) => ({ type: 'array', nullable: true, items: { $ref: `#/components/schemas/${name}` } })
const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const className = (path: string) =>
  path
    .replaceAll(/\{\w+\}|^\/v3/g, '')
    .split(/[/_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const COMMON = {
  BaseRequestInfo: {
    type: 'object',
    title: 'RequestInfo',
    properties: { tag: nullable('string', 'user-defined task identifier. the character limit is 255') },
  },
  MarketRequestInfo: {
    title: 'RequestInfo',
    allOf: [{ $ref: '#/components/schemas/BaseRequestInfo' }],
    properties: {
      location_code: nullable('string', 'search engine location code'),
      language_code: nullable('string', 'search engine language code'),
    },
  },
  SearchRequestInfo: {
    title: 'RequestInfo',
    allOf: [{ $ref: '#/components/schemas/MarketRequestInfo' }],
    properties: {
      keyword: nullable('string', 'keyword. required field. you can specify up to 700 characters in the keyword field'),
      depth: nullable('integer', 'parsing depth. default value: 10. max value: 200', { format: 'int32' }),
      limit: nullable('integer', 'optional field. default value: 100. maximum value: 1000', { format: 'int32' }),
      filters: nullable('array', 'array of filters', { items: { type: 'object', nullable: true } }),
      priority: nullable('integer', 'task priority. can take the following values: 1, 2', { format: 'int32' }),
      pingback_url: nullable('string', 'notification URL of a completed task'),
      postback_url: nullable('string', 'URL for sending task results'),
    },
  },
  ItemInfo: {
    type: 'object',
    title: 'Item',
    properties: { rank: nullable('integer', 'rank') },
    additionalProperties: {},
  },
  ResultInfo: {
    type: 'object',
    title: 'Result',
    properties: { total_count: nullable('integer', 'total'), items: list('ItemInfo') },
  },
  TaskInfo: {
    type: 'object',
    title: 'Task',
    properties: { id: nullable('string', 'task identifier'), result: list('ResultInfo') },
  },
  ResponseInfo: {
    type: 'object',
    title: 'Response',
    properties: { status_code: nullable('integer', 'code'), tasks: list('TaskInfo') },
  },
}

/** A response schema four references deep, separate for every path, which is why such documents have megabytes. */
function ownAnswer(name: string, fields: number): Record<string, object> {
  const words = Array.from({ length: fields }, (_, at) => [
    `field_${at}`,
    nullable(
      at % 3 === 0 ? 'integer' : 'string',
      `field ${at} of the item. can be null if there is nothing to say of it`,
    ),
  ])
  return {
    [`${name}ItemInfo`]: { type: 'object', title: 'Item', properties: Object.fromEntries(words) },
    [`${name}ResultInfo`]: {
      type: 'object',
      title: 'Result',
      properties: { total_count: nullable('integer', 'total'), items: list(`${name}ItemInfo`) },
    },
    [`${name}TaskInfo`]: {
      type: 'object',
      title: 'Task',
      properties: { id: nullable('string', 'task identifier'), result: list(`${name}ResultInfo`) },
    },
    [`${name}ResponseInfo`]: {
      type: 'object',
      title: 'Response',
      properties: { status_code: nullable('integer', 'code'), tasks: list(`${name}TaskInfo`) },
    },
  }
}

/** `own_fields` is the number of fields in the items of every response, each in a separate schema. */
export function generatedDocument(more_paths: string[] = [], own_fields = 0): string {
  const schemas: Record<string, object> = { ...COMMON }
  const paths: Record<string, object> = {}
  for (const path of [...generatedPaths(), ...more_paths]) {
    const name = className(path)
    const has_id = /screenshot|ai_summary/.test(path) ? 'task_id' : /on_page|resend/.test(path) ? 'id' : undefined
    schemas[`${name}RequestInfo`] = {
      type: 'object',
      title: 'RequestInfo',
      allOf: [{ $ref: '#/components/schemas/SearchRequestInfo' }],
      properties: has_id && !/task_post|instant/.test(path) ? { [has_id]: nullable('string', 'task identifier') } : {},
    }
    const short = {
      [`${name}ResponseInfo`]: { title: 'Response', allOf: [{ $ref: '#/components/schemas/ResponseInfo' }] },
    }
    Object.assign(schemas, own_fields > 0 ? ownAnswer(name, own_fields) : short)
    const operation = {
      tags: [className(`/${path.split('/')[2]}`)],
      operationId: name,
      description: `see '${path}'`,
      responses: {
        200: { description: 'Successful operation', ...content({ $ref: `#/components/schemas/${name}ResponseInfo` }) },
      },
    }
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
      name: param,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    paths[path] = isGet(path)
      ? { get: { ...operation, parameters } }
      : { post: { ...operation, parameters, requestBody: content(list(`${name}RequestInfo`)) } }
  }
  const info = { title: 'API documentation', version: 'v3' }
  return JSON.stringify({ openapi: '3.0.1', info, paths, components: { schemas } })
}
