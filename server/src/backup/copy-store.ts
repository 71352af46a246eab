import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import type pg from 'pg'
import { NO_LIMIT_MS } from '#db/drop-silent.ts'

/** The connection the driver passes to a custom statement. */
interface Wire {
  stream: Writable & { pause(): void; resume(): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** A large table takes longer than the usual statement timeout. The driver ends its own timer when it calls back. */
const unlimited = () => ({ query_timeout: NO_LIMIT_MS, callback: (): void => undefined })

/** The rows of `copy … to stdout` as they come; the server waits while the reader is paused. */
export function copyOut(client: pg.ClientBase, text: string): Readable {
  let wire: Wire | undefined
  const rows = new Readable({ read: () => wire?.stream.resume() })
  const statement = {
    ...unlimited(),
    submit(connection: unknown) {
      wire = connection as Wire
      wire.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver may reuse its buffer.
      if (!rows.push(Buffer.from(chunk))) wire?.stream.pause()
    },
    handleCommandComplete: () => undefined,
    handleError(error: Error) {
      statement.callback()
      rows.destroy(error)
    },
    handleReadyForQuery() {
      statement.callback()
      rows.push(null)
    },
  }
  client.query(statement)
  return rows
}

/** Sends all of `source` to `copy … from stdin`; returns the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    const statement = {
      ...unlimited(),
      submit: (connection: unknown) => (connection as Wire).query(text),
      handleCopyInResponse(wire: Wire) {
        feed(wire, source).catch((error: unknown) => {
          reject(error)
          wire.sendCopyFail(error instanceof Error ? error.message : 'the source failed')
        })
      },
      handleCommandComplete({ text: tag }: { text: string }) {
        rows = Number(tag.split(' ').at(-1))
      },
      handleError(error: Error) {
        statement.callback()
        reject(error)
      },
      handleReadyForQuery() {
        statement.callback()
        resolve(rows)
      },
    }
    client.query(statement)
  })
}

async function feed(wire: Wire, source: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of source) {
    wire.sendCopyFromChunk(chunk)
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
  }
  wire.endCopyFrom()
}
