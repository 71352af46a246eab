import { appCode } from '@portico/contract/form-fields.ts'
import { profile } from '@portico/contract/profile.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { SignInProof, useSignInProof } from '#step-up/sign-in-proof.tsx'
import { CodeField } from '#ui/input/code-field.tsx'
import { CopyField } from '#ui/show/copy.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './two-factor.module.css'

interface Key {
  key: string
  qr: string[]
}

/** Three steps: who it is, the key and a code that proves it, and the codes for a lost phone. */
export function TurnOnFactor({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} done="Two-factor authentication is on." onClose={onClose} />
  if (key) return <ProveKey shown={key} onDone={setCodes} onOver={() => setKey(undefined)} onClose={onClose} />
  return <AskPassword onDone={setKey} onClose={onClose} />
}

function AskPassword({ onDone, onClose }: { onDone: (key: Key) => void; onClose: () => void }) {
  const t = useT()
  const proof = useSignInProof()
  const form = useInlineForm(z.strictObject({ password: proof.password }), async (typed) => {
    await proof.prove(typed)
    onDone(await call(profile.beginFactor, {}))
  })
  return (
    <FormDialog
      title={t('Turn on two-factor authentication')}
      action={t('Continue')}
      width={440}
      form={form}
      onClose={onClose}
    >
      <p>
        {t(
          'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.',
        )}
      </p>
      <SignInProof proof={proof} error={form.wrong('password')} />
    </FormDialog>
  )
}

const CODE = z.strictObject({ code: appCode })

type ProveKeyProps = { shown: Key; onDone: (codes: string[]) => void; onOver: () => void; onClose: () => void }

function ProveKey({ shown, onDone, onOver, onClose }: ProveKeyProps) {
  const t = useT()
  const toast = useToast()
  const form = useInlineForm(CODE, async (typed) => {
    try {
      onDone((await call(profile.turnOnFactor, typed)).recovery_codes)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'setup_over') throw error
      toast.problem(error)
      onOver()
    }
  })
  return (
    <FormDialog
      title={t('Scan the code with your app')}
      action={t('Turn on')}
      width={480}
      form={form}
      onClose={onClose}
    >
      <div className={styles.scan}>
        <QrCode rows={shown.qr} label={t('QR code for your authenticator app')} />
        <p>{t('Open the app, choose to add an account and point the camera at the code.')}</p>
      </div>
      <CopyField label={t('Or enter this key in the app')} value={shown.key.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
      <CodeField
        name="code"
        label={t('Code from the app')}
        length={6}
        hint={t('Six digits. A new code appears every 30 seconds.')}
        error={form.wrong('code')}
      />
      <p className={styles.note}>{t('All other browsers and devices are signed out. API access is not affected.')}</p>
    </FormDialog>
  )
}

/** Rows of ones and noughts, a one is dark. */
function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const squares = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '1' ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={squares.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
