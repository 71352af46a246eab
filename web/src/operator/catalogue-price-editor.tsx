import type { Output } from '@portico/contract/endpoint.ts'
import { operator } from '@portico/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#lib/link.tsx'
import { navigate } from '#lib/location.ts'
import { Problem } from '#lib/problem.ts'
import { query } from '#lib/query.ts'
import { Moment } from '#page/moment.tsx'
import { Button, buttonClass } from '#ui/input/button.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { TextArea } from '#ui/input/text-area.tsx'
import { Card } from '#ui/show/card.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useStaffCall } from './ask-code.tsx'
import { ChangesCard, EffectCard } from './catalogue-effect.tsx'
import styles from './customers.module.css'
import { CATALOGUE } from './paths.ts'
import { useConsoleT } from './texts.ts'

const FILE = 'prices.yaml'
const LIST = `${CATALOGUE}?show=prices`

type Sent = { book: string; file: string; at?: string }
type Checked = {
  of: string
  sent: Sent
  shown: Output<typeof operator.checkPrices>
  effect: Output<typeof operator.priceEffect>
}

/** A new version of the prices, written from another: what changes and what it costs is shown before it can be applied. */
export function PriceEditor({ from }: { from: string }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...query(['price-book', from], operator.priceBook, { version: from }),
    // What is being edited is never replaced.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data)
    return <Card>{isError ? <LoadError busy={isFetching} onRetry={refetch} /> : <SkeletonText lines={9} />}</Card>
  return <Editor from={data.version} book={data.book} />
}

function Editor({ from, book: first }: { from: string; book: string }) {
  const t = useConsoleT()
  const staffCall = useStaffCall()
  const [book, setBook] = useState(first)
  const [name, setName] = useState('')
  const [at, setAt] = useState('')
  const [isAnnounced, setAnnounced] = useState(true)
  const [checked, setChecked] = useState<Checked>()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [isApplying, setApplying] = useState(false)
  const of = JSON.stringify([book, name, at])
  const current = checked?.of === of ? checked : undefined

  async function check() {
    setBusy(true)
    setWrong({})
    try {
      const sent = sentOf({ book, name, at })
      // Every call of staff that is not a look-up has a reason, although nothing is changed yet.
      const more = { reason: 'check before applying', by: '' }
      const shown = await staffCall(operator.checkPrices, { ...sent, ...more })
      const effect = await staffCall(operator.priceEffect, { ...sent, ...more })
      setChecked({ of, sent, shown, effect })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setWrong(Object.keys(error.fields).length > 0 ? error.fields : { book: error.message })
    }
    setBusy(false)
  }

  return (
    <div className={styles.column}>
      <Card
        title={t('New version of the prices')}
        note={t('Based on {version}', { version: from })}
        footer={
          <span className={styles.actions}>
            <Button tone={current ? 'secondary' : 'primary'} busy={busy} disabled={name.trim() === ''} onClick={check}>
              {t('Show what changes')}
            </Button>
            {current && (
              <Button tone="primary" onClick={() => setApplying(true)}>
                {t('Apply prices')}
              </Button>
            )}
            <Link to={LIST} className={buttonClass({})}>
              {t('Cancel')}
            </Link>
          </span>
        }
      >
        <div className={styles.stack}>
          <div className={styles.twoFields}>
            <Field
              label={t('Name of the version')}
              hint={t('It appears in calls, documents and the notice.')}
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
            <Field
              type="datetime-local"
              label={t('Takes effect (UTC)')}
              hint={t('Leave empty to apply it in half a minute, on all instances at the same time.')}
              value={at}
              error={wrong.at}
              onChange={(event) => setAt(event.target.value)}
            />
          </div>
          <Checkbox
            label={t('Announce it to customers')}
            hint={t('A notice on every page, until three days after it takes effect.')}
            checked={isAnnounced}
            onChange={(event) => setAnnounced(event.currentTarget.checked)}
          />
          <TextArea
            mono
            rows={22}
            spellCheck={false}
            label={t('Prices')}
            value={book}
            error={wrong.book}
            onChange={(event) => setBook(event.target.value)}
          />
        </div>
      </Card>
      {current && (
        <>
          <EffectCard effect={current.effect} />
          <ChangesCard shown={current.shown} />
        </>
      )}
      {isApplying && current && (
        <ActionDialog
          action={t('Apply prices')}
          effect={
            <>
              <strong>{current.shown.version}</strong> · <Moment at={current.shown.valid_from} /> ·{' '}
              {t('{count, plural, one {# price changes} other {# prices change}}', {
                count: current.shown.changes.length,
              })}
            </>
          }
          onClose={() => setApplying(false)}
          send={async (act) => {
            const sent = { ...current.sent, is_announced: isAnnounced }
            const { version } = await act(operator.applyPrices, sent)
            navigate(LIST)
            return t('Applied: {version}', { version })
          }}
        />
      )}
    </div>
  )
}

function sentOf({ book, name, at }: { book: string; name: string; at: string }): Sent {
  const named = book.replace(/^version:.*$/m, `version: ${JSON.stringify(name.trim())}`)
  return { book: named, file: FILE, ...(at !== '' && { at: new Date(`${at}Z`).toISOString() }) }
}
