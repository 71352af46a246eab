import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Banner } from '#ui/show/banner.tsx'
import type { Missing } from './filling.ts'

const MISSING = {
  task: 'The request of that task is no longer stored. The form shows the example instead.',
  function: 'The function of this link does not exist here. The form shows another one instead.',
  request: 'The request of this link no longer exists or is not shared with you. The form shows an example instead.',
  link: 'The request of this link could not be read: a part of the link may be missing. The form shows an example instead.',
} satisfies Record<Missing, MessageKey>

/** The reason why the form does not show what the address names. */
export function MissingNote({ missing }: { missing: Missing }) {
  const t = useT()
  return <Banner>{t(MISSING[missing])}</Banner>
}
