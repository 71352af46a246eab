import { Fragment, type ReactNode } from 'react'

/** A sentence with marked parts, `I accept the <0>terms</0>`: each mark is wrapped by the function of its number. */
export function Rich({ text, wrap }: { text: string; wrap: ((inside: string) => ReactNode)[] }) {
  const parts = text.split(/(<\d>.*?<\/\d>)/)
  return parts.map((part, at) => {
    const marked = /^<(\d)>(.*?)<\/\1>$/.exec(part)
    const draw = marked ? wrap[Number(marked[1])] : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
    return <Fragment key={at}>{draw ? draw(marked?.[2] ?? '') : part}</Fragment>
  })
}
