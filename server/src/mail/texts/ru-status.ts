import type { StatusMails } from '../mail-template.ts'

export const ruStatus: StatusMails = {
  status_confirm: ({ link, link_hours }, { brand, hours }) => ({
    subject: `Подтвердите подписку на состояние ${brand}`,
    lead: [
      `Кто-то, вероятно вы, указал этот адрес на странице состояния ${brand}. После подтверждения вам будет приходить письмо о каждом сообщении о сбое.`,
    ],
    action: { label: 'Подтвердить подписку', url: link },
    after: [
      `Ссылка действует ${hours(link_hours)}.`,
      'Если это были не вы, не обращайте внимания на это письмо. Без подтверждения других не будет.',
    ],
  }),
  status_update: ({ heading, state, sentence, text, at, link }, { brand, moment }) => ({
    subject: `[${brand}] ${state} – ${heading}`,
    lead: [heading, `${state} · ${moment(at)}`, sentence, ...text.split('\n').filter((line) => line.trim())],
    action: { label: 'Открыть страницу состояния', url: link },
    after: [],
  }),
}
