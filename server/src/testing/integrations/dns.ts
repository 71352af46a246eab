import { createSocket } from 'node:dgram'

/** A DNS server on loopback that knows TXT records and nothing else. */
export async function startTestDns() {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => socket.send(answerTo(question, records), from.port, from.address))
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return {
    records,
    settings: { DNS_SERVER: `127.0.0.1:${socket.address().port}` },
    close: () => new Promise<void>((done) => socket.close(done)),
  }
}

function answerTo(question: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  while ((question[at] ?? 0) > 0) {
    const length = question[at] ?? 0
    labels.push(question.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  const name = question.subarray(12, at + 5)
  const found = records.get(labels.join('.').toLowerCase())
  const head = Buffer.alloc(12)
  question.copy(head, 0, 0, 2)
  // An answer, recursion available; 3: no such name.
  head.writeUInt16BE(found ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(found?.length ?? 0, 6)
  return Buffer.concat([head, name, ...(found ?? []).map(recordOf)])
}

/** Points back to the requested name; a text is split into pieces of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
    bytes.subarray(at * 255, (at + 1) * 255),
  )
  const data = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]))
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
