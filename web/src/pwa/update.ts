import { offerUpdate } from './update-store.ts'

/** Identifies the page's release to a worker, and the files that the page needs without a connection. */
export interface Page {
  entry: string
  language: string
}

const CHECK_EVERY_MS = 60 * 60 * 1000
const REPLY_WITHIN_MS = 2_000
const ACTIVE_WITHIN_MS = 3_000

/**
 * Offers a new version as soon as its worker is installed and waits. Nothing is reloaded without the reader's consent.
 */
export function watchForUpdates(registration: ServiceWorkerRegistration, page: Page): void {
  // Another tab may have brought it in before we ask: it is of another release than this page all the same.
  const consider = async (worker: ServiceWorker) => {
    if (!(await greet(worker, page))) offerUpdate(() => bringIn(registration))
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => installing.state === 'installed' && consider(installing))
  })
  if (registration.waiting) consider(registration.waiting)
  // A tab may stay open for weeks, and a browser checks automatically only when a page is loaded.
  setInterval(() => registration.update().catch(() => {}), CHECK_EVERY_MS)
}

/** True when this worker belongs to the page's release; then it does not wait, and stores what the page shows. */
export function greet(worker: ServiceWorker, page: Page): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const reply = new Promise<boolean>((done) => {
    port1.onmessage = ({ data }) => done(data === true)
    setTimeout(() => done(false), REPLY_WITHIN_MS)
  })
  worker.postMessage({ type: 'hello', ...page }, [port2])
  return reply.finally(() => port1.close())
}

/**
 * Lets the waiting worker take over; the caller reloads the page then. A browser may take its time over that: the new
 * version is loaded all the same, for documents come from the network first. Fails when the worker cannot start.
 */
export async function bringIn(
  registration: Pick<ServiceWorkerRegistration, 'waiting'>,
  within_ms = ACTIVE_WITHIN_MS,
): Promise<void> {
  const { waiting } = registration
  // Without one another tab has activated it already.
  if (waiting) await activate(waiting, within_ms)
}

function activate(worker: ServiceWorker, within_ms: number): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, within_ms)
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'activated' && worker.state !== 'redundant') return
      clearTimeout(timer)
      if (worker.state === 'activated') done()
      else fail(new Error('the new version could not start'))
    })
    worker.postMessage({ type: 'activate' })
  })
}
