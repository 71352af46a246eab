import { operator } from '@portico/contract/operator.ts'
import { command } from './command.ts'

const perSecond = (calls: number, seconds: number) => (calls / seconds).toFixed(2)
const inMs = (seconds: number | null) => (seconds === null ? '-' : `${Math.round(seconds * 1000)} ms`)

/** The state of the service over all instances, and what waits in its queues. */
export const serviceCommands = [
  command(operator.service, {
    name: 'service',
    about: 'Shows each API over all instances: state, calls per second, time to answer, failures and codes.',
    text: ({ apis, seconds, breakers }) =>
      [
        ...apis.map(({ api, state, set_by, ok, refused, failed, seconds: { p50, p95, p99 }, codes }) =>
          [
            api.padEnd(20),
            `${state} (${set_by})`,
            `${perSecond(ok + refused + failed, seconds)}/s`,
            `p50 ${inMs(p50)}, p95 ${inMs(p95)}, p99 ${inMs(p99)}`,
            `failed ${failed}, refused ${refused}`,
            codes.map(({ code, calls }) => `${code}: ${calls}`).join(', ') || '-',
          ].join('  '),
        ),
        ...breakers.map(({ endpoint, instances }) => `breaker open: ${endpoint} on ${instances} instances`),
      ].join('\n'),
  }),
  command(operator.instances, {
    name: 'instances',
    about: 'Shows every instance with version, uptime and load, and how each job went last.',
    text: ({ instances, jobs }) =>
      [
        ...instances.map(({ id, host, pid, version, uptime_s, silent_s, is_alive, facts }) =>
          [
            `${host ?? '-'}:${pid ?? '-'}`,
            id,
            version ?? '-',
            is_alive ? `up ${uptime_s} s` : `silent for ${silent_s} s`,
            facts ? `cpu ${facts.cpu}, ${Math.round(facts.memory_bytes / 1_000_000)} MB, lag ${facts.lag_ms} ms` : '-',
          ].join('  '),
        ),
        ...jobs.map(({ job, last_done_at, last_ms, failures, failed_at, last_error }) => {
          const failure = failed_at ? `  last failed ${failed_at}: ${last_error}` : ''
          return `job ${job}  last done ${last_done_at ?? 'never'} in ${last_ms ?? '-'} ms  failures ${failures}${failure}`
        }),
      ].join('\n'),
  }),
  command(operator.queueItems, {
    name: 'queue list',
    about: 'Lists what waits in a queue (tasks, webhooks, mail, alerts, exports), or what was given up.',
    arguments: ['queue'],
    text: ({ items, next }) => {
      const lines = items.map(({ id, what, to, due_at, failed_at, tries, error }) =>
        [id, what, to ?? '-', due_at ? `due ${due_at}` : `given up ${failed_at}`, `${tries} tries`, error ?? ''].join(
          '  ',
        ),
      )
      return [...lines, ...(next ? ['there are more'] : [])].join('\n') || 'none'
    },
  }),
  command(operator.retryQueued, {
    name: 'queue retry',
    about: 'Tries items of a queue at once, also those that were given up.',
    arguments: ['queue'],
    text: ({ done }) => `${done} are tried now`,
  }),
  command(operator.dropQueued, {
    name: 'queue drop',
    about: 'Gives up items of a queue; a task fails and its price goes back.',
    arguments: ['queue'],
    text: ({ done }) => `${done} dropped`,
  }),
  command(operator.reportBounce, {
    name: 'mail bounced',
    about: 'Records that a mail came back after it was sent.',
    text: ({ recorded }) => (recorded ? 'recorded' : 'no such mail was sent, or it had come back already'),
  }),
]
