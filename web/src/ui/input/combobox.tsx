import { Combobox as Base } from '@base-ui/react/combobox'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { usePortalHome } from '../floating/use-portal-home.ts'
import { Icon } from '../icon/icon.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './combobox.module.css'
import { ComboboxList, type ComboboxOption } from './combobox-list.tsx'
import { FieldFrame, type FieldFrameProps, fieldIds } from './field-frame.tsx'

type Shared = FieldFrameProps & {
  options: readonly ComboboxOption[]
  placeholder?: string
  disabled?: boolean
  name?: string
}
type ComboboxProps = Shared & {
  value: string | null
  onChange: (value: string | null) => void
  /** The text typed so far in the field that it replaces. */
  first?: { typed: string | undefined; isOpen: boolean; takesFocus: boolean }
}
type MultiComboboxProps = Shared & { value: readonly string[]; onChange: (value: string[]) => void }

/** One of many, found by typing. */
export function Combobox({ value, onChange, first, ...shared }: ComboboxProps) {
  const [isOpen, setOpen] = useState(first?.isOpen ?? false)
  const [typed, setTyped] = useState(first?.typed)
  const input = useFocusOnce(first?.takesFocus ?? false)
  const chosen = shared.options.find((option) => option.value === value) ?? null
  const turn = (open: boolean) => {
    setOpen(open)
    // Typed text that was not chosen is removed with the list; otherwise the field would show a value it does not hold.
    if (!open) setTyped(undefined)
  }
  return (
    <Base.Root
      items={shared.options}
      value={chosen}
      onValueChange={(option) => onChange(option?.value ?? null)}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputValueChange={setTyped}
      open={isOpen}
      onOpenChange={turn}
      {...rootProps(shared)}
    >
      <Body {...shared} input={input} isOpen={isOpen} isEmpty={chosen === null} onLeave={() => turn(false)} />
    </Base.Root>
  )
}

function useFocusOnce(takesFocus: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const [isWanted] = useState(takesFocus)
  useEffect(() => {
    if (isWanted) input.current?.focus()
  }, [isWanted])
  return input
}

/** Several of many; the chosen ones are shown inside as chips. */
export function MultiCombobox({ value, onChange, ...shared }: MultiComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = shared.options.filter((option) => value.includes(option.value))
  return (
    <Base.Root
      multiple
      items={shared.options}
      value={chosen}
      onValueChange={(options) => onChange(options.map((option) => option.value))}
      onOpenChange={setOpen}
      {...rootProps(shared)}
    >
      <Body {...shared} isOpen={isOpen} isEmpty={chosen.length === 0} chips={chosen} />
    </Base.Root>
  )
}

function rootProps({ disabled, name }: Shared) {
  return {
    disabled,
    name,
    itemToStringLabel: (option: ComboboxOption) => option.label,
    itemToStringValue: (option: ComboboxOption) => option.value,
  }
}

type BodyProps = Shared & {
  input?: RefObject<HTMLInputElement | null>
  isOpen: boolean
  isEmpty: boolean
  chips?: readonly ComboboxOption[]
  /** The keyboard has gone on to another field. */
  onLeave?: () => void
}

function Body(props: BodyProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    noMessage,
    className,
    placeholder,
    isOpen,
    isEmpty,
    chips,
    onLeave,
    input: inputRef,
  } = props
  const texts = useUiTexts()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [home, findHome] = usePortalHome(box)
  const input = (
    <Base.Input
      ref={inputRef}
      {...fieldIds(id, { hint, error })}
      aria-labelledby={`${id}-label`}
      placeholder={isEmpty ? placeholder : undefined}
      className={styles.input}
      onFocus={findHome}
      onKeyDown={(event) => event.key === 'Tab' && onLeave?.()}
    />
  )
  return (
    <FieldFrame {...{ id, label, hideLabel, hint, error, optional, noMessage, className }}>
      <Base.InputGroup ref={box} className={classNames(styles.box, error && styles.bad)}>
        {chips ? (
          <Base.Chips className={styles.chips}>
            {chips.map((chip) => (
              <Base.Chip key={chip.value} className={styles.chip} aria-label={chip.label}>
                {chip.label}
                <Base.ChipRemove className={styles.remove} aria-label={`${texts.remove} ${chip.label}`}>
                  <Icon name="close" size={16} />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
            {input}
          </Base.Chips>
        ) : (
          input
        )}
        {!isEmpty && (
          <Base.Clear className={styles.button} aria-label={texts.clear}>
            <Icon name="close" size={16} />
          </Base.Clear>
        )}
        <Base.Trigger
          className={styles.button}
          aria-label={typeof label === 'string' ? label : texts.openMenu}
          onPointerDown={findHome}
        >
          <Icon name="chevron-down" size={16} />
        </Base.Trigger>
      </Base.InputGroup>
      {isOpen && <ComboboxList anchor={box} home={home} labelId={`${id}-label`} />}
    </FieldFrame>
  )
}
