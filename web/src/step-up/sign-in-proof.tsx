import { auth } from '@portico/contract/auth.ts'
import { typedPassword } from '@portico/contract/form-fields.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Banner } from '#ui/show/banner.tsx'
import { PasskeyInstead } from './passkey-instead.tsx'
import { SignInPasswordField } from './sign-in-password-field.tsx'
import { SsoInstead } from './sso-instead.tsx'

/**
 * The part of a form that asks who it is: the sign-in password, or a passkey instead. `password` goes into its schema, `prove` comes
 * before what it sends, and `SignInProof` draws it.
 */
export function useSignInProof() {
  const [proved, setProved] = useState<'passkey' | 'sso'>()
  const isProved = proved !== undefined
  return {
    proved,
    setProved,
    password: isProved ? z.optional(typedPassword) : typedPassword,
    async prove(typed: { password?: string | undefined }) {
      if (!isProved) await call(auth.reauthenticate, { password: typed.password ?? '' })
    },
  }
}

type SignInProofProps = { proof: ReturnType<typeof useSignInProof>; error: string | undefined }

export function SignInProof({ proof: { proved, setProved }, error }: SignInProofProps) {
  const t = useT()
  if (proved)
    return (
      <Banner tone="good" live>
        {t(proved === 'sso' ? 'Confirmed with single sign-on.' : 'Confirmed with a passkey.')}
      </Banner>
    )
  return (
    <>
      <SignInPasswordField error={error} />
      <PasskeyInstead onDone={() => setProved('passkey')} />
      <SsoInstead onDone={() => setProved('sso')} />
    </>
  )
}
