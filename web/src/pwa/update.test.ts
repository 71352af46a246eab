import { expect, test } from 'vitest'
import { bringIn, greet } from './update.ts'

/** A fake waiting worker that runs `reply` for each message. */
function fakeWorker(onMessage: (worker: { become(state: ServiceWorkerState): void }, message: unknown) => void) {
  const worker = Object.assign(new EventTarget(), {
    state: 'installed' as ServiceWorkerState,
    messages: [] as unknown[],
    become(state: ServiceWorkerState) {
      worker.state = state
      worker.dispatchEvent(new Event('statechange'))
    },
    postMessage(message: unknown, transfer: Transferable[] = []) {
      worker.messages.push(message)
      for (const port of transfer) ports.push(port as MessagePort)
      onMessage(worker, message)
    },
  })
  const ports: MessagePort[] = []
  return { worker: worker as unknown as ServiceWorker, messages: worker.messages, ports }
}

const page = { entry: '/assets/main-0a1b2c3d.js', language: '/assets/i18n/en.json?1' }

test('HD-08 an update is done when the new worker is active', async () => {
  const { worker, messages } = fakeWorker((it) => {
    it.become('activating')
    it.become('activated')
  })
  await bringIn({ waiting: worker })
  expect(messages).toEqual([{ type: 'activate' }])
})

test('HD-08 an update fails when the new worker is discarded', async () => {
  const { worker } = fakeWorker((it) => it.become('redundant'))
  await expect(bringIn({ waiting: worker })).rejects.toThrow('could not start')
})

test('HD-08 a new worker that activates late is not waited for: its version comes from the network', async () => {
  const { worker } = fakeWorker(() => {})
  await bringIn({ waiting: worker }, 1)
})

test('an update that another tab has activated needs nothing more', async () => {
  await bringIn({ waiting: null })
})

test.each([true, false])('F17 a worker reports whether it belongs to the page’s release: %s', async (isOurs) => {
  const { worker, messages, ports } = fakeWorker(() => ports[0]?.postMessage(isOurs))
  expect(await greet(worker, page)).toBe(isOurs)
  expect(messages).toEqual([{ type: 'hello', ...page }])
})
