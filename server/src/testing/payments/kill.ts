import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { MINUTE_MS } from '@portico/contract/time.ts'
import type { PaymentStep } from '#integrations/payment-processor.ts'
import { withCustomer } from '#payments/customer.ts'
import { defaultMethod } from '#payments/index.ts'
import { syncMethods } from '#payments/methods.ts'
import { type OrderScript, runScript, scriptFaults } from './crash.ts'
import type { ChildTask } from './order-child.ts'
import type { openWorld } from './world.ts'

type World = Awaited<ReturnType<typeof openWorld>>

/** Kills a process at this step of an order of its own, then lets everything continue. Returns the faults, and whether it died. */
export async function killAt(
  world: World,
  url: string,
  { step, nth, how }: { step: PaymentStep; nth: number; how: 'checkout' | 'method' },
): Promise<{ died: boolean; faults: string[] }> {
  const { ctx, stripe, clock } = world
  const person = await world.customer()
  const script: OrderScript = { id: randomUUID(), ...person }
  if (how === 'method') script.method_id = await storedCard(world, person.owner_id)
  const task: ChildTask = {
    url,
    stripe_url: stripe.url,
    settings: stripe.settings,
    now: ctx.clock.now().toISOString(),
    step,
    nth,
    script,
  }
  const died = await runChild(task)
  // Connections of the dead process may still be ending; the events it had taken are locked for a while.
  clock.forward(10 * MINUTE_MS)
  await runScript(ctx, stripe.url, world.post, script)
  clock.forward(10 * MINUTE_MS)
  await runScript(ctx, stripe.url, world.post, script)
  const faults = await scriptFaults(ctx, stripe, script)
  return { died, faults: faults.map((fault) => `${how}, ${step}, time ${nth}: ${fault}`) }
}

async function storedCard({ ctx, stripe }: World, owner_id: number): Promise<string | undefined> {
  await withCustomer(ctx, owner_id, async ({ customer_ref }) => stripe.addMethod(customer_ref, '4242'))
  await syncMethods(ctx, owner_id)
  return (await defaultMethod(ctx, owner_id))?.id
}

async function runChild(task: ChildTask): Promise<boolean> {
  const file = join(import.meta.dirname, 'order-child.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let message = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    message += text
  })
  const [code, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`child process ended with ${code}: ${message}`)
  return signal === 'SIGKILL'
}
