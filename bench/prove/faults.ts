// Injects faults into two instances under load and counts acknowledged, lost and doubly booked calls from the client's own list.
// `npm run prove -- faults` runs all; `npm run prove -- faults rolling-post` one, with 30,000 calls, and `rolling-post 2000` with fewer;
// `npm run prove -- faults refused 10000` continues until that many calls were refused.
import * as clients from '../faults/client-rows.ts'
import * as database from '../faults/database-rows.ts'
import { heldPort } from '../faults/held-port.ts'
import * as instances from '../faults/instance-rows.ts'
import type { Row } from '../faults/row.ts'
import * as source from '../faults/source-rows.ts'
import { openStage } from '../faults/stage.ts'

const [requested, calls = '30000'] = process.argv.slice(2)
const ROWS: Record<string, Row> = {
  'half-open': database.halfOpen,
  frozen: database.frozen,
  refused: database.refused(requested === 'refused' ? Number(calls) : 10_000),
  'postgres-killed': database.killed,
  'postgres-restarted': database.restarted,
  'backend-killed': database.backendKilled,
  'connections-used-up': database.connectionsUsedUp,
  'source-unavailable': source.unavailable,
  'source-silent': source.silent,
  'source-cut-off': source.cutOff,
  'source-garbage': source.garbage,
  'source-half': source.half,
  'one-fails': source.oneFails,
  'clock-ahead': instances.clockAhead,
  'instance-killed': instances.instanceKilled,
  'killed-behind-nginx': instances.killedBehindNginx,
  'wrong-secret': instances.wrongSecret,
  'many-callers': clients.manyCallers,
  'slow-senders': clients.slowSenders,
  'idle-connections': clients.idleConnections,
  'rolling-get': instances.rolling('GET', Number(calls)),
  'rolling-post': instances.rolling('POST', Number(calls)),
  'rolling-workers': instances.rolling('POST', Number(calls), 2),
  'held-port': heldPort(Number(calls)),
  'held-port-workers': heldPort(Number(calls), 2),
}
const OWN_STAGE: Record<string, () => ReturnType<Row>> = { 'disk-full': database.diskFull }
const names = [...Object.keys(ROWS), ...Object.keys(OWN_STAGE)]
const played = requested === undefined ? names : requested.split(',')
const unknown = played.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`unknown fault ${unknown.join(', ')}; known: ${names.join(', ')}`)

const failures: string[] = []
const print = (reports: Awaited<ReturnType<Row>>) => {
  for (const { name, is_good, text } of reports) {
    console.log(`${is_good ? '✓' : '✗'} ${name}: ${text}`)
    if (!is_good) failures.push(name.trim())
  }
}
if (played.some((name) => name in ROWS)) {
  const stage = await openStage()
  if (!stage) throw new Error('the stage could not be opened')
  console.log(`PostgreSQL ${stage.database.version}`)
  try {
    for (const name of played) if (ROWS[name]) print(await ROWS[name](stage))
  } finally {
    await stage.close()
  }
}
for (const name of played) if (OWN_STAGE[name]) print(await OWN_STAGE[name]())
console.log(failures.length === 0 ? 'every fault was survived' : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
