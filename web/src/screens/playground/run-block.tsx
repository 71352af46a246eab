import type { PlaygroundBlock } from '@portico/contract/playground.ts'
import { withTitle } from '#account-states/with-title.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { Banner } from '#ui/show/banner.tsx'
import { blockWords } from './block-words.ts'
import { Remedy } from './remedy.tsx'

type RunBlockProps = { block: PlaygroundBlock; ip: string; price_micros: number; balance_micros: number }

/** The reason why the request would be refused, shown before it is sent. */
export function RunBlock({ block, ...values }: RunBlockProps) {
  const t = useT()
  const money = useMoney()
  const words = blockWords(block, { ...values, money: money.exact })
  return (
    <Banner tone="warn" live action={<Remedy {...words} />}>
      {t(words.text, withTitle(t, words.values))}
    </Banner>
  )
}
