import { useMemo, useState } from 'react'
import { isRecord } from '#lib/guards.ts'
import { type Choice, carryOver, EMPTY, findForm, formAt } from './form-choice.ts'

interface Picked {
  at: number
  /** The value it was picked for: another one, such as from an example, is examined again. */
  value: unknown
  /** The values of the other forms. */
  before: Record<number, unknown>
}

/**
 * The form of a choice that is filled in: the picked one, else the one that fits the value; undefined when nothing is
 * filled in.
 */
export function useChosenForm(choice: Choice, value: unknown, onChange: (value: unknown) => void) {
  const { group } = choice
  const [picked, setPicked] = useState<Picked>()
  const found = useMemo(() => (value === undefined ? undefined : findForm({ group, rest: {} }, value)), [group, value])
  const isPicked = picked !== undefined && Object.is(picked.value, value)
  const at = isPicked ? picked.at : found
  return {
    at,
    pick(next: number | undefined) {
      if (next === undefined) {
        setPicked(undefined)
        return onChange(undefined)
      }
      const before = { ...(isPicked && picked.before), ...(at !== undefined && { [at]: value }) }
      const isStillObject = isRecord(value) && formAt(choice, next).type === 'object'
      const carried = known(carryOver(choice, next, value, before[next]) ?? (isStillObject ? EMPTY : undefined))
      setPicked({ at: next, value: carried, before })
      onChange(carried)
    },
    change(changed: unknown) {
      const next = known(changed)
      if (at !== undefined) setPicked({ at, value: next, before: isPicked ? picked.before : {} })
      onChange(next)
    },
  }
}

function known(value: unknown): unknown {
  return isRecord(value) && Object.keys(value).length === 0 ? EMPTY : value
}
