import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { loadPart } from '#lib/load-chunk.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { Combobox } from '#ui/input/combobox.tsx'
import { Field } from '#ui/input/field.tsx'

type ComboboxProps = ComponentProps<typeof Combobox>

const load = async () => (await import('#ui/input/combobox.tsx')).Combobox

/**
 * A choice among many, found by typing. Its list is heavier than the rest of the form, so it is loaded when the field
 * is about to be used; text typed by then is taken over. Where it cannot be loaded, the value stays as it is.
 */
export function LazyCombobox(props: Omit<ComboboxProps, 'first'>) {
  const { options, value, onChange: _, ...frame } = props
  const [Part, setPart] = useState<ComponentType<ComboboxProps>>()
  const [first, setFirst] = useState<ComboboxProps['first']>()
  const [typed, setTyped] = useState<string>()
  const now = useRef<{ typed: string | undefined; isPressed: boolean; isRequested: boolean }>({
    typed: undefined,
    isPressed: false,
    isRequested: false,
  })
  const input = useRef<HTMLInputElement>(null)
  async function ask() {
    if (now.current.isRequested) return
    now.current.isRequested = true
    try {
      const Loaded = await loadPart(load)
      const takesFocus = input.current !== null && document.activeElement === input.current
      const { typed, isPressed } = now.current
      setFirst({ typed, takesFocus, isOpen: takesFocus && (isPressed || typed !== undefined) })
      setPart(() => Loaded)
    } catch {
      // Loaded again on the next use.
      now.current.isRequested = false
    }
  }
  if (Part) return <Part {...props} {...(first && { first })} />
  return (
    <Field
      {...frame}
      ref={input}
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      autoComplete="off"
      spellCheck={false}
      suffix={<Icon name="chevron-down" size={16} />}
      value={typed ?? options.find((one) => one.value === value)?.label ?? ''}
      onFocus={ask}
      onPointerEnter={ask}
      onPointerDown={() => {
        now.current.isPressed = true
      }}
      onBlur={() => {
        now.current = { ...now.current, typed: undefined, isPressed: false }
        setTyped(undefined)
      }}
      onChange={({ target }) => {
        now.current.typed = target.value
        setTyped(target.value)
        ask()
      }}
    />
  )
}
