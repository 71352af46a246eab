import type { StreamListener } from './live-stream.ts'
import { loadTwice } from './load-chunk.ts'

const loadStream = () => import('./live-stream.ts')

/** Opens a stream once its code is loaded, which is not needed to draw the page; returns how to close it. */
export function startStream(
  listener: StreamListener,
  load: () => Promise<Pick<typeof import('./live-stream.ts'), 'openStream'>> = loadStream,
): () => void {
  let isOver = false
  let close = () => {}
  loadTwice(load).then(
    ({ openStream }) => {
      if (!isOver) close = openStream(listener)
    },
    () => isOver || listener.onState('lost'),
  )
  return () => {
    isOver = true
    close()
  }
}
