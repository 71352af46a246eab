// A process that runs one server after another, and the operator's commands, at the orders of its parent: the program is loaded once.
import { readEnv } from '#env/env.ts'
import { answerTo } from '#operator/answer.ts'
import { start } from '#start/start.ts'
import { reportStartProblem } from '#start/start-messages.ts'

export type HostOrder = { start: NodeJS.ProcessEnv } | { command: string[] } | { stop: true }
/** The exit code and the output of a start, a command or a stop. */
export type HostReply = { code: number; stdout: string; stderr: string }

const DONE: HostReply = { code: 0, stdout: '', stderr: '' }

let running: Awaited<ReturnType<typeof start>> | undefined

async function obey(order: HostOrder): Promise<HostReply> {
  if ('stop' in order) {
    await running?.stop()
    running = undefined
    return DONE
  }
  if ('command' in order) {
    process.exitCode = 0
    const { failed, ...output } = await answerTo(order.command)
    return { code: failed ? 1 : Number(process.exitCode), ...output }
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, order.start)
  try {
    running = await start(readEnv())
    return DONE
  } catch (error) {
    reportStartProblem(error)
    return { ...DONE, code: 1 }
  }
}

process.on('message', async ({ id, order }: { id: number; order: HostOrder }) =>
  process.send?.({ id, reply: await obey(order) }),
)
process.on('disconnect', () => process.exit())
