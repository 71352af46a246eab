import { Card } from './card.tsx'
import { SkeletonText } from './skeleton.tsx'

/** Replaces a card while it loads; an address may name it already. */
export function WaitingCard(props: { id?: string; title?: string; className?: string | undefined }) {
  return (
    <Card {...props}>
      <SkeletonText lines={5} />
    </Card>
  )
}
