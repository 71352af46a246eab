import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { loadPart } from '#lib/load-chunk.ts'

type LatePartProps<P extends object> = {
  load: () => Promise<ComponentType<P>>
  /** A failure to load leaves the page as it is; the caller may show it. */
  onLost?: () => void
} & ([keyof P] extends [never] ? { props?: P } : { props: P })

/** A part of the shell that most sessions do not need: it is loaded on demand. */
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
