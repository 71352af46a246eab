import { connect } from 'node:net'

interface Sent {
  path: string
  authorization: string
  length: number
}

interface Answer {
  http: number
  head: string
  body: { status_code: number; status_message: string }
}

/** A request on its own connection whose body a test sends in parts, or not at all. */
export async function openUpload(port: number, { path, authorization, length }: Sent) {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((ready) => socket.once('connect', ready))
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', () => undefined)

  function nextAnswer(): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    let text = ''
    const onData = (part: Buffer) => {
      text += part.toString('latin1')
      const [head = '', body = ''] = text.split('\r\n\r\n')
      if (body.length !== Number(/content-length: (\d+)/i.exec(head)?.[1])) return
      socket.off('data', onData)
      resolve({ http: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) })
    }
    socket.on('data', onData)
    closed.then(() => reject(new Error(`closed after ${text.slice(0, 200)}`)))
    promise.catch(() => undefined)
    return promise
  }

  const ask = () => {
    const answer = nextAnswer()
    const headers = `host: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${length}`
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
    return answer
  }
  return {
    answer: ask(),
    /** Sends the same request again. */
    again: ask,
    send: (bytes: Buffer | string) => new Promise<void>((sent) => socket.write(bytes, () => sent())),
    leave: async () => {
      socket.destroy()
      await closed
    },
  }
}
