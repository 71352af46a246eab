import { CODE } from '@portico/contract/codes.ts'
import { openTestServer, send, type UpstreamRequest } from './upstream.ts'

// Upstream has one account, ours, and in it the tasks of all customers. Whatever it answers, no customer may see an id of
// upstream's or anything about that account. Its ids are marked by their second and third group, which no id of ours has.
const STRANGER = '03020930-beef-0216-0000-00000000cafe'
/** An upstream id that a customer has learned and requests. */
export const HERS = '03020931-f00d-0216-0000-00000000cafe'
const OPERATOR = {
  login: 'operator@upstream.example',
  money: { balance: 4711.17 },
  backlinks_subscription: 'wholesale',
}
export const MARKS = /-(?:beef|dead)-0216-|operator@upstream|4711\.17|wholesale/
export const ACCOUNT = /user_data|id_list|errors|webhook_resend|tasks_ready|tasks_fixed|appendix/
/** The number of rows in each response. */
export const ROWS = 2

function answerOf({ path, body }: UpstreamRequest): unknown {
  if (/secret_tool/.test(path) || ACCOUNT.test(path)) return [OPERATOR, { id: STRANGER }]
  const named = `${path} ${body}`.match(/\d{8}-dead-[0-9a-f-]+/)?.[0] ?? STRANGER
  const of = (id: string) => ({ id, task_id: id, endpoint_advanced: `/v3/serp/google/organic/task_get/advanced/${id}` })
  const item = { rank: 1, ...of(STRANGER), more: { [STRANGER]: [`see ${STRANGER} and ${STRANGER}`] } }
  return [
    { ...of(named), url: `https://upstream.example/${STRANGER}.html`, total_count: ROWS, items: [item, { rank: 2 }] },
  ]
}

/** A source that returns every field it has in every response. */
export function openCanary() {
  let posted = 0
  return openTestServer((units, response) => {
    const is_post = units.path.endsWith('/task_post')
    posted += 1
    const id = is_post ? `03021000-dead-0216-0000-${String(posted).padStart(12, '0')}` : STRANGER
    const status = is_post ? { status_code: CODE.taskCreated } : { status_code: CODE.ok, result: answerOf(units) }
    const task = {
      id,
      status_message: `About ${id}.`,
      path: ['v3', id],
      data: { ...OPERATOR, id: STRANGER },
      ...status,
    }
    send(response, JSON.stringify({ status_code: CODE.ok, ...OPERATOR, tasks: [task] }))
  })
}

interface Request {
  path: string
  body: object[] | undefined
}

/** The requests of a customer to a path, with the id of an own task and, if the path takes one, of another customer's. */
export function requestsOf(path: string, own: { crawl: string; search: string }): Request[] {
  const names_task = /\{id\}|on_page|screenshot|ai_summary/.test(path)
  return [path.includes('on_page') ? own.crawl : own.search, ...(names_task ? [HERS] : [])].map((id) => {
    const filled = path.replace('{id}', id).replace('{country}', 'us')
    const is_get = path !== filled || /ready|fixed|user_data|appendix\/(errors|status)/.test(path)
    return { path: filled, body: is_get ? undefined : [{ keyword: 'a', ...(names_task && { id, task_id: id }) }] }
  })
}
