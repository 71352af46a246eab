/**
 * Runs in a frame beside the third-party script. It takes one message from the parent page, with one end of a
 * channel; after that it listens only to the channel, and passes messages on in the script's own way.
 * It is given `script`, `kind`, `global` and `home`, the origin of the parent page (null: the frame's own address).
 *
 * messenger: a function that stores its arguments in `q` until the script replaces it, called as f('boot', {…}).
 * gtag: a list that gets one Arguments object a call.
 * queue: a list that gets one array a call, its first entry being the command.
 *
 * The page is notified once the script runs: messages that must not be lost are sent no sooner.
 * A script that draws requests space with portico.resize(width, height); a messenger need not, its launcher and its
 * window are known.
 */
export const FRAME_SCRIPT = `(given) => {
  'use strict'
  const { script, kind, global, home } = given
  const LAUNCHER = [100, 100]
  const WINDOW = [420, 720]
  let port
  let hasAsked = false
  const resize = (width, height) => {
    hasAsked = true
    port.postMessage({ width, height })
  }
  function prepare() {
    if (kind !== 'messenger') {
      if (!Array.isArray(window[global])) window[global] = []
      return
    }
    const keep = function () { keep.c(arguments) }
    keep.q = []
    keep.c = (args) => keep.q.push(args)
    window[global] = keep
  }
  const tell = {
    messenger(args) {
      window[global](...args)
      if (args[0] !== 'boot') return
      window[global]('onShow', () => resize(...WINDOW))
      window[global]('onHide', () => resize(...LAUNCHER))
    },
    gtag(args) { (function () { window[global].push(arguments) })(...args) },
    queue(args) { window[global].push(args) },
  }[kind]
  function load() {
    const element = document.createElement('script')
    element.async = true
    element.src = script
    element.onload = () => {
      port.postMessage('ready')
      if (kind === 'messenger' && !hasAsked) resize(...LAUNCHER)
    }
    document.head.append(element)
  }
  function begin(event) {
    if (event.source !== window.parent || event.origin !== (home ?? location.origin) || !event.ports[0]) return
    removeEventListener('message', begin)
    port = event.ports[0]
    window.portico = Object.freeze({ resize })
    prepare()
    port.onmessage = ({ data }) => { for (const args of data) tell(args) }
    load()
  }
  addEventListener('message', begin)
}`
