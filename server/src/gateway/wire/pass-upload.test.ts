import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { passUpload } from './pass-upload.ts'

const TIMES = { idle_ms: 50, whole_ms: 60_000 }
const PARTS = [1_000, 20_000, 300].map((size) => Buffer.alloc(size, size % 251))
const WHOLE = Buffer.concat(PARTS)

/** What a source receives that takes a chunk at a time. */
async function slowly({ stream }: ReturnType<typeof passUpload>, pause_ms: number): Promise<Buffer> {
  const taken: Buffer[] = []
  for await (const chunk of stream) {
    taken.push(chunk)
    await sleep(pause_ms)
  }
  return Buffer.concat(taken)
}

test('a slow source receives the last bytes of a body that has ended and closed', async () => {
  const passed = passUpload(Readable.from(PARTS, { objectMode: false }), undefined, WHOLE.length, TIMES)
  expect(await slowly(passed, 2 * TIMES.idle_ms)).toEqual(WHOLE)
  expect(passed.failure()).toBeUndefined()
})

test('a body that closes before its end fails, and its source gets no whole body', async () => {
  const body = new PassThrough()
  const passed = passUpload(body, undefined, WHOLE.length, TIMES)
  body.write(PARTS[0])
  const received = slowly(passed, 1)
  body.destroy()
  await expect(received).rejects.toThrow('gone')
  expect(passed.failure()).toBe('gone')
})
