import type { Boot } from '@portico/contract/boot.ts'
import type { User } from '@portico/contract/user.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { loadTwice } from '#lib/load-chunk.ts'
import { identify, listen, page } from './outbound-events.ts'
import { whenIdle } from './when-idle.ts'

type ScriptsProps = {
  boot: Boot
  session: { user(): User | null; subscribe(listener: () => void): () => void }
  /** The pattern of the screen's route; `path` only marks another location. */
  route: string
  path: string
}

/**
 * Reports the user and their location; loads the rest when the page is idle, where an operator has configured anything.
 */
export function Scripts({ boot, session, route, path }: ScriptsProps) {
  const [ScriptFrames, setFrames] = useState<ComponentType>()
  const { asks } = boot.scripts

  useEffect(() => {
    const report = () => {
      const user = session.user()
      // Without a connection the page is drawn for a user it does not know.
      identify(user && user.id > 0 ? user : null)
    }
    report()
    return session.subscribe(report)
  }, [session])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path of the same route is another view
  useEffect(() => page(route), [route, path])

  useEffect(() => {
    if (asks.length === 0) return listen(() => {})
    let isHere = true
    const stop = whenIdle(() => {
      loadTwice(() => import('./script-frames.tsx')).then(
        (loaded) => {
          if (!isHere) return
          loaded.begin(boot)
          setFrames(() => loaded.ScriptFrames)
        },
        // Nothing of others is worth a message: the next page tries again.
        () => {},
      )
    })
    return () => {
      isHere = false
      stop()
    }
  }, [boot, asks])

  return ScriptFrames ? <ScriptFrames /> : null
}
