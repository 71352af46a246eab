import type { ChannelApp } from '@portico/contract/alert-channels.ts'

export interface ChannelText {
  title: string
  text: string
  action: { label: string; url: string }
}

/** Limits of a Block Kit header and section. */
const SLACK_HEADER = 150
const SLACK_TEXT = 2900
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** What a channel is sent, as its service documents it. */
export function channelMessage(app: ChannelApp, message: ChannelText): string {
  return JSON.stringify(app === 'slack' ? slack(message) : teams(message))
}

/** An incoming webhook of Slack: Block Kit, and a text for notifications and screen readers. */
function slack({ title, text, action }: ChannelText) {
  return {
    text: escaped(title, SLACK_TEXT),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, SLACK_HEADER), emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: escaped(text, SLACK_TEXT) } },
      {
        type: 'actions',
        elements: [
          { type: 'button', text: { type: 'plain_text', text: cut(action.label, 75), emoji: false }, url: action.url },
        ],
      },
    ],
  }
}

/** In Slack `<!channel>` notifies everybody: what customers named must not be read as markup. */
function escaped(text: string, max: number): string {
  let written = ''
  for (const sign of text) {
    const next = ESCAPED[sign] ?? sign
    if (written.length + next.length > max) return `${written}…`
    written += next
  }
  return written
}

/** A workflow of Teams that posts what its webhook receives: one adaptive card. Runs of text have no markup in them. */
function teams({ title, text, action }: ChannelText) {
  const run = (content: string, look: object) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: content, ...look }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [run(title, { size: 'medium', weight: 'bolder' }), run(text, {})],
          actions: [{ type: 'Action.OpenUrl', title: action.label, url: action.url }],
        },
      },
    ],
  }
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}
