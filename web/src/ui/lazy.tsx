import { type ComponentType, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { loadPart } from '#lib/load-chunk.ts'
import { whenNear } from '#lib/when-near.ts'
import { Card } from './show/card.tsx'
import { LoadError } from './show/load-error.tsx'

type LazyProps<P extends object> = {
  load: () => Promise<ComponentType<P>>
  props: P
  /** The shape of what comes. */
  waiting: ReactNode
  /** Not before the reader is near it. */
  whenNear?: boolean
}

/** A part below the fold or behind a click: its code comes after what is seen first, and fails alone. */
export function Lazy<P extends object>({ load, props, waiting, whenNear: isFar = false }: LazyProps<P>) {
  const element = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<P>>()
  const [lost, setLost] = useState(0)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let isHere = true
    const begin = () =>
      loadPart(load).then(
        // In a transition: a press must not wait for it.
        (part) => isHere && startTransition(() => setPart(() => part)),
        () => isHere && setLost((times) => times + 1),
      )
    const stop = isFar && element.current ? whenNear(element.current, begin) : inItsTurn(begin)
    return () => {
      isHere = false
      stop()
    }
  }, [load, round])
  if (Part) return <Part {...props} />
  if (lost > round)
    return (
      <Card>
        <LoadError onRetry={() => setRound(round + 1)} />
      </Card>
    )
  return isFar ? <div ref={element}>{waiting}</div> : waiting
}

/** A separate task, so that a press in the meantime is handled first. */
function inItsTurn(begin: () => void): () => void {
  const timer = setTimeout(begin)
  return () => clearTimeout(timer)
}
