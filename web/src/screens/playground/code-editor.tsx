import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * From this length on a change is reported only when typing pauses: processing it takes longer than a keystroke may.
 */
const LARGE = 20_000
const PAUSE_MS = 300
/** Longer texts are not parsed for colours: that would be felt at every key. */
const COLOURED_MAX = 200_000
const colours = new Compartment()
const coloursFor = (length: number) => (length > COLOURED_MAX ? [] : [json(), bracketMatching()])

export type CodeEditorProps = {
  text: string
  onChange: (text: string) => void
  labelledBy: string
  describedBy: string
  isWrong: boolean
  takesFocus: boolean
}

/** An editor that draws only the lines in sight, so that typing stays quick however long the text is. */
export function CodeEditor({ text, onChange, labelledBy, describedBy, isWrong, takesFocus }: CodeEditorProps) {
  const home = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const reported = useRef(text)
  const report = useEffectEvent((next: string) => {
    if (next === reported.current) return
    reported.current = next
    onChange(next)
  })
  const open = useEffectEvent((parent: HTMLElement) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const reportNow = () => {
      clearTimeout(timer)
      report(made.state.doc.toString())
    }
    const runNow = () => {
      reportNow()
      return true
    }
    const listen = EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return
      clearTimeout(timer)
      if (state.doc.length < LARGE) reportNow()
      else timer = setTimeout(reportNow, PAUSE_MS)
    })
    const made: EditorView = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...EXTENSIONS,
          colours.of(coloursFor(text.length)),
          keepColours,
          EditorView.cspNonce.of(pageNonce()),
          EditorView.contentAttributes.of({ 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }),
          // Pressing Run moves the focus out of the editor first.
          EditorView.domEventHandlers({ blur: reportNow }),
          // Runs the request with the current text, without adding a line to it.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: runNow }])),
          listen,
        ],
      }),
    })
    if (takesFocus) made.focus()
    const close = () => {
      reportNow()
      made.destroy()
    }
    return { made, close }
  })
  useEffect(() => {
    if (!home.current) return
    const { made, close } = open(home.current)
    view.current = made
    return close
  }, [])
  useEffect(() => {
    if (text === reported.current || !view.current) return
    reported.current = text
    view.current.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    view.current?.contentDOM.setAttribute('aria-invalid', String(isWrong))
  }, [isWrong])
  return <div ref={home} data-testid="code-editor" />
}

/** A text that becomes long loses its colours with the change that makes it so, and gets them back when it is short again. */
const keepColours = EditorState.transactionExtender.of(({ docChanged, startState, newDoc }) => {
  const isLong = docChanged && newDoc.length > COLOURED_MAX
  const wasLong = startState.doc.length > COLOURED_MAX
  return docChanged && isLong !== wasLong ? { effects: colours.reconfigure(coloursFor(newDoc.length)) } : null
})

/** Styles made on the page are let in by the nonce its document came with. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

const EXTENSIONS = [
  lineNumbers(),
  history(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  // Escape lets the next Tab leave the editor.
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--code-key)' },
      { tag: tags.string, color: 'var(--code-text)' },
      { tag: tags.number, color: 'var(--code-number)' },
      { tag: [tags.bool, tags.null], color: 'var(--code-word)' },
    ]),
  ),
  EditorView.theme({
    '&': {
      maxHeight: '60vh',
      minHeight: '16rem',
      border: '1px solid var(--line-control)',
      borderRadius: 'var(--radius-m)',
      backgroundColor: 'var(--surface-1)',
      color: 'var(--text)',
      fontSize: 'var(--size-13)',
    },
    '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
    '.cm-content': { caretColor: 'var(--text)', minHeight: '16rem' },
    '.cm-gutters': {
      border: '0',
      borderRadius: 'var(--radius-m)',
      backgroundColor: 'var(--surface-1)',
      color: 'var(--text-faint)',
    },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'inherit' },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--bad)' },
  }),
]
