import { useState } from 'react'
import { Field } from '#ui/input/field.tsx'

type FilterTextProps = {
  label: string
  value: string
  /** The accepted texts, and the message for any other. */
  only?: { pattern: RegExp; otherwise: string }
  onSet: (value: string) => void
}

/** A typed filter: it is applied when the field is left or Enter is pressed, not with every keystroke. */
export function FilterText({ value, ...rest }: FilterTextProps) {
  return <Typed key={value} value={value} {...rest} />
}

function Typed({ label, value, only, onSet }: FilterTextProps) {
  const [draft, setDraft] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const set = () => {
    const wanted = draft.trim()
    const isRight = wanted === '' || !only || only.pattern.test(wanted)
    setWrong(!isRight)
    if (isRight && wanted !== value) onSet(wanted)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <Field
        noMessage
        label={label}
        value={draft}
        maxLength={300}
        autoComplete="off"
        {...(only && { inputMode: 'numeric' })}
        error={isWrong && only?.otherwise}
        onChange={(event) => {
          setDraft(event.target.value)
          setWrong(false)
        }}
        onBlur={set}
      />
    </form>
  )
}
