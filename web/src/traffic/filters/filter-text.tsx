import { useState } from 'react'
import { Field } from '#ui/input/field.tsx'

type FilterTextProps = { label: string; value: string; pattern?: string; onSet: (value: string) => void }

/** A typed filter: it counts when the field is left or Enter is pressed, not with every letter. */
export function FilterText({ value, ...rest }: FilterTextProps) {
  return <Typed key={value} value={value} {...rest} />
}

function Typed({ label, value, pattern, onSet }: FilterTextProps) {
  const [draft, setDraft] = useState(value)
  const set = () => {
    const wanted = draft.trim()
    const isRight = wanted === '' || !pattern || new RegExp(`^${pattern}$`).test(wanted)
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
        {...(pattern && { inputMode: 'numeric' })}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={set}
      />
    </form>
  )
}
