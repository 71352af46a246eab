// The data source behind the instances, whose behaviour each row sets.
import { envelope, openTestServer, send } from '../../server/src/testing/gateway/upstream.ts'

export type Mood = 'well' | 'unavailable' | 'silent' | 'cut off' | 'garbage' | 'half an answer'

export async function openSource() {
  const state = { mood: 'well' as Mood, after_ms: 0 }
  const good = envelope({ result: [{}] })
  const server = await openTestServer(({ body, path }, response) => {
    server.received.length = 0
    const answer = () => {
      // One caller's own calls fail, whatever the rest of the source does.
      if (body.includes('always fails')) return send(response, '{}', 503)
      if (state.mood === 'unavailable') return send(response, '{}', 503)
      if (state.mood === 'cut off') return response.destroy()
      if (state.mood === 'garbage') return send(response, '<html>NaN</html>')
      if (state.mood === 'half an answer') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': good.length })
        return response.write(good.slice(0, 40), () => response.destroy())
      }
      return send(response, path.startsWith('/current') ? '{"temperature":21.5}' : good)
    }
    if (state.mood !== 'silent') setTimeout(answer, state.after_ms)
  })
  return { ...server, state }
}
