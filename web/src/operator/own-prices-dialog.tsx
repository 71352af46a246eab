import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import type { Customer } from '@portico/contract/operator-customers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { Button } from '#ui/input/button.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useStaffCall } from './ask-code.tsx'
import styles from './customers.module.css'
import { useConsoleT } from './texts.ts'

type Props = { customer: Customer; onClose: () => void }
type Preview = Output<typeof operator.checkPrices>

const FILE = 'prices.yaml'
const CHECK_FIRST = 'Check first. The changes are then listed here.'

/** Prices for one account: the changes are shown, by the server, before they can be applied. */
export function OwnPricesDialog({ customer: { email }, onClose }: Props) {
  const t = useConsoleT()
  const staffCall = useStaffCall()
  const [book, setBook] = useState('')
  const [preview, setPreview] = useState<{ of: string; shown: Preview }>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const shown = preview?.of === book ? preview.shown : undefined

  async function check() {
    setBusy(true)
    setRefused(undefined)
    try {
      // Every call of staff that is not a look-up has a reason, although nothing is changed yet.
      const sent = { email, book, file: FILE, reason: 'check before applying', by: '' }
      setPreview({ of: book, shown: await staffCall(operator.checkPrices, sent) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setRefused(Object.values(error.fields)[0] ?? error.message)
    }
    setBusy(false)
  }

  return (
    <ActionDialog
      title={t('Custom prices')}
      action={t('Apply prices')}
      effect={shown ? <Changes preview={shown} /> : t(CHECK_FIRST)}
      isShown
      onClose={onClose}
      send={async (act) => {
        if (!shown) throw new Problem('total_changed', { fields: { book: CHECK_FIRST } })
        const { version } = await act(operator.applyPrices, { email, book, file: FILE })
        return t('Applied: {version}', { version })
      }}
    >
      {(wrong) => (
        <>
          <TextArea
            name="book"
            mono
            rows={8}
            label={t('Prices')}
            hint={t('As in prices.yaml, but only the functions that differ.')}
            value={book}
            onChange={(event) => setBook(event.target.value)}
            error={refused ?? (wrong('book') && t(CHECK_FIRST))}
          />
          <Button size="small" busy={busy} disabled={book.trim() === ''} onClick={check}>
            {t('Show what changes')}
          </Button>
        </>
      )}
    </ActionDialog>
  )
}

function Changes({ preview: { version, valid_from, changes } }: { preview: Preview }) {
  const t = useConsoleT()
  return (
    <span className={styles.who}>
      <strong>
        {version} · <Moment at={valid_from} />
      </strong>
      {changes.length === 0 && t('No changes.')}
      {changes.map(({ id, before, after }) => (
        <span key={id}>
          {id}: {before} → {after}
        </span>
      ))}
    </span>
  )
}

/** From then on the account pays what everybody pays. */
export function EndPricesDialog({ customer: { email }, onClose }: Props) {
  const t = useConsoleT()
  const { data } = useQuery(query(['own-prices', email], operator.listPrices, { email }))
  const counting = data?.versions.filter(({ state }) => state === 'in force' || state === 'to come') ?? []
  return (
    <ActionDialog
      action={t('End custom prices')}
      tone="danger"
      effect={
        counting.length === 0
          ? t('This account has no custom prices.')
          : t('{email} pays the standard prices instead of {versions}.', {
              email,
              versions: counting.map(({ version }) => version).join(', '),
            })
      }
      isShown
      onClose={onClose}
      send={async (act) => {
        if (counting.length === 0) return t('This account has no custom prices.')
        await act(operator.endOwnPrices, { email })
      }}
    />
  )
}
