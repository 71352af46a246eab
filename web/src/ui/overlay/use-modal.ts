import { type MouseEvent, type PointerEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Opens the native dialog as long as the component is there, and closes it before it leaves: so the browser gives the focus
 * back to where it was. Escape, a press beside the dialog and the browser's own closing all end in `onClose`.
 */
export function useModal(onClose: () => void, isLocked: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    return () => dialog.close()
  }, [])

  return {
    ref,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      if (!isLocked) onClose()
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
    },
    onPointerDown(event: PointerEvent<HTMLDialogElement>) {
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick(event: MouseEvent<HTMLDialogElement>) {
      // A press that began inside, as when text is being selected, must not close what is being read.
      if (pressedBeside.current && event.target === event.currentTarget && !isLocked) onClose()
    },
  }
}
