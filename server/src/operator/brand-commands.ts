import { LANGUAGES } from '@portico/contract/language.ts'
import { operator } from '@portico/contract/operator.ts'
import { callServer } from '#integrations/own-server.ts'
import { BRAND_OPTIONS, brandOf, describeBrand } from './brand-options.ts'
import { type Command, command, usageError } from './command.ts'

export const brandCommands: Command[] = [
  command(operator.setWhitelabel, {
    name: 'whitelabel set',
    about:
      "Gives a host its own brand, or changes it: what is not named stays, 'none' takes away. A new one needs a --title. It shows nothing of yours.",
    arguments: ['host'],
    more: BRAND_OPTIONS,
    fill: { brand: ({ options }) => brandOf(options) },
    text: (data) => `${data.host} is white-label ${data.id}\n${hints(data).join('\n')}`.trimEnd(),
  }),
  {
    name: 'whitelabel show',
    about: 'Shows all a white-label has set, and what it has not.',
    arguments: [{ field: 'host', value: 'host' }],
    options: {},
    run: async (access, { words: [host = ''] }) => {
      const { whitelabels } = await callServer(access, operator.listWhitelabels, {})
      const data = whitelabels.find((row) => row.host === host.trim().toLowerCase())
      if (!data) throw usageError(`<host> '${host}': has no brand of its own.`)
      const head = `${data.host}  white-label ${data.id}  ${data.parent_id ? `private, owner ${data.parent_id}` : 'open to everybody'}`
      return { data, text: [head, ...describeBrand(data.brand), ...hints(data)].join('\n') }
    },
  },
  command(operator.listWhitelabels, {
    name: 'whitelabel list',
    about: 'Lists hosts with a brand of their own.',
    text: ({ whitelabels }) =>
      whitelabels
        .map(
          (row) =>
            `${String(row.id).padEnd(6)} ${row.host}  ${row.brand.title}${row.parent_id ? `  private, owner ${row.parent_id}` : ''}`,
        )
        .join('\n') || 'none',
  }),
  command(operator.removeWhitelabel, {
    name: 'whitelabel remove',
    about: 'Removes the brand of a host, which then shows the provider’s own.',
    arguments: ['host'],
    text: ({ removed }, { host }) => {
      if (!removed) throw usageError(`<host> '${host}': has no brand of its own.`)
      return `${host} removed`
    },
  }),
]

interface Shown {
  sender: string
  brand: {
    mail_from: string | null
    terms_url: string | null
    privacy_url: string | null
    imprint: string | null
    logo_url: string | null
    mail_logo_url: string | null
    hero: Partial<Record<(typeof LANGUAGES)[number], unknown>>
  }
}

/** Warnings for the operator before customers see the brand. */
function hints({ brand, sender }: Shown): string[] {
  const missing = [
    ...(brand.terms_url ? [] : ['--terms']),
    ...(brand.privacy_url ? [] : ['--privacy']),
    ...(brand.imprint ? [] : ['--imprint']),
  ]
  const isDrawnInMail = brand.mail_logo_url || !brand.logo_url || !/\.svg$/i.test(brand.logo_url)
  const general = LANGUAGES.filter((language) => !brand.hero[language])
  return [
    ...(brand.mail_from ? [] : [`note: mails come from ${sender}; --mail-from sets an address of the brand`]),
    ...(missing.length > 0 ? [`note: not set, so not shown: ${missing.join(', ')}`] : []),
    ...(isDrawnInMail
      ? []
      : ['note: mail programs draw no SVG; --mail-logo sets a PNG, until then mails show the name']),
    ...(general.length > 0
      ? [`note: general text beside the sign-in form in ${general.join(', ')}; --hero-en and so on`]
      : []),
  ]
}
