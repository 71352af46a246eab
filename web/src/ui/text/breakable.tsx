import { Fragment } from 'react'

/** A path, an address or an id that breaks behind its marks where the line is short, not in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/_.:@-])/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index alone
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
