import { auth, type CaptchaAction } from '@portico/contract/auth.ts'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import type { AskService } from '#lib/bot-check.ts'
import { loadTwice } from '#lib/load-chunk.ts'
import { Problem } from '#lib/problem.ts'

/** The script of the service an operator has chosen; no other is loaded. */
const askService: AskService = async (service, action) =>
  (await loadTwice(() => import('#scripts/bot-scripts.ts'))).serviceToken(service, action)

const fetchChallenge = (action: CaptchaAction) => call(auth.challenge, { action })

/** Only who begins to fill in a form fetches the code of the check. */
const load = () =>
  loadTwice(() => import('#lib/bot-check.ts')).catch(() => {
    throw new Problem('unreachable')
  })

/** The invisible check before a form: begun with the first touch of the form, so that sending need not wait for it. */
export function useCaptcha(action: CaptchaAction) {
  const [captcha] = useState(() => captchaFor(action))
  return captcha
}

function captchaFor(action: CaptchaAction) {
  let isBegun = false
  const begin = () => {
    if (isBegun) return
    isBegun = true
    load()
      .then(({ prepareCaptcha }) => prepareCaptcha(action, fetchChallenge, askService))
      // A failure here repeats when the form is sent, and is reported then.
      .catch(() => {})
  }
  return {
    token: async (): Promise<string> => {
      // A token is good for one call: sending again starts again.
      isBegun = false
      return (await load()).captchaToken(action, fetchChallenge, askService)
    },
    /** Props of the form element. */
    props: { onInputCapture: begin, onPointerDownCapture: begin },
  }
}
