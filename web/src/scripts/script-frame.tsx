import type { PublicScript } from '@portico/contract/script-settings.ts'
import { FRAME_PATH } from '@portico/contract/scripts.ts'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { cssVars } from '#ui/css-vars.ts'
import { claimSignUp } from './claim-sign-up.ts'
import { DISCLOSURES, type Person } from './disclosures.ts'
import styles from './script-frame.module.css'
import { SCRIPT_NAMES } from './script-names.ts'
import { shapes } from './shapes.ts'
import { type Size, sizeIn } from './size-in.ts'
import { forgetCounted, useKnown } from './store.ts'

/** The chat's tokens live an hour. */
const RENEW_MS = 45 * 60 * 1000

type ScriptFrameProps = {
  script: PublicScript
  person: Person | undefined
  renew?: () => Promise<string | undefined>
}

/** One script in its frame. It receives its data over its own channel and can request nothing but its size. */
export function ScriptFrame({ script, person, renew }: ScriptFrameProps) {
  const t = useT()
  const { setup, user, micros, pages, events, consent } = useKnown()
  const [port, setPort] = useState<MessagePort>()
  const [isReady, setReady] = useState(false)
  const [size, setSize] = useState<Size>()
  const topics = DISCLOSURES[script.name]
  const shape = shapes[script.kind]
  const agreed = consent?.categories.join(' ') ?? ''
  const home = setup.frame_origin

  function open({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    // A frame that has navigated away receives nothing more.
    if (port) return port.close()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => (data === 'ready' ? setReady(true) : setSize(sizeIn(data)))
    // A frame without an origin cannot be named; what is loaded in it first is ours, and the channel goes to that alone.
    currentTarget.contentWindow?.postMessage('portico', home ?? '*', [port2])
    const identified = person ? shape.identify(script.id, person) : []
    port1.postMessage([...shape.begin(script.id, agreed.split(' ')), ...identified])
    setPort(port1)
  }

  useEffect(() => () => port?.close(), [port])
  useEffect(() => {
    if (port && agreed) port.postMessage(shape.consent(agreed.split(' ')))
  }, [port, shape, agreed])
  useEffect(() => {
    if (!port || micros === undefined || !topics.includes('balance')) return
    port.postMessage(shape.balance(micros / 1_000_000))
  }, [port, shape, topics, micros])
  useEffect(() => {
    if (isReady && user && topics.includes('event')) claimSignUp(user.id)
  }, [isReady, user, topics])
  useEffect(() => {
    // Only a running script has received them: until then they outlive the page.
    if (!port || !isReady || !topics.includes('page') || pages.length + events.length === 0) return
    port.postMessage([
      ...pages.flatMap((route) => shape.page(route, location.origin)),
      ...events.flatMap(({ name, data }) => shape.event(name, data)),
    ])
    forgetCounted()
  }, [port, isReady, shape, topics, pages, events])
  useEffect(() => {
    if (!port || !renew) return
    const again = () =>
      renew().then(
        (token) => token && port.postMessage(shape.renew(token)),
        () => {},
      )
    const timer = setInterval(again, RENEW_MS)
    return () => clearInterval(timer)
  }, [port, shape, renew])

  const isShown = size !== undefined && script.name in styles
  return (
    <iframe
      title={t(SCRIPT_NAMES[script.name])}
      src={`${home ?? ''}${FRAME_PATH}${script.name}${home ? `?at=${encodeURIComponent(location.host)}` : ''}`}
      sandbox={`allow-scripts allow-popups allow-popups-to-escape-sandbox${home ? ' allow-same-origin' : ''}`}
      className={styles[script.name]}
      style={size && cssVars({ '--frame-width': `${size.width}px`, '--frame-height': `${size.height}px` })}
      hidden={!isShown}
      onLoad={open}
    />
  )
}
