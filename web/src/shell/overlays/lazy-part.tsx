import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { loadPart } from '#lib/load-chunk.ts'

type LatePartProps<P extends object> = {
  load: () => Promise<ComponentType<P>>
  /** One that does not come leaves the page alone; whoever asked for it may want to say so. */
  onLost?: () => void
} & ([keyof P] extends [never] ? { props?: P } : { props: P })

/** A part of the shell that most visits do not need: it comes when one does. */
export function LazyPart<P extends object>({ load, onLost, props }: LatePartProps<P>) {
  const [Part, setPart] = useState<ComponentType<P>>()
  const lost = useEffectEvent(() => onLost?.())
  useEffect(() => {
    let isHere = true
    loadPart(load).then(
      (part) => isHere && setPart(() => part),
      () => isHere && lost(),
    )
    return () => {
      isHere = false
    }
  }, [load])
  return Part ? <Part {...(props as P)} /> : null
}
