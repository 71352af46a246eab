import type { SsoMails } from '../mail-template.ts'

export const ruSso: SsoMails = {
  sso_changed: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Единый вход вашей команды в ${brand} изменён`,
    name,
    lead: [
      other_email
        ? `${other} (${other_email}) меняет настройки единого входа (SSO) команды «${team}», ${moment(at)}.`
        : `Домен команды «${team}» подтверждён по почте для единого входа (SSO), ${moment(at)}.`,
      'Единый вход определяет, кто может попасть в вашу команду. Если вы не знаете об этом изменении, проверьте настройки сейчас и отключите единый вход.',
    ],
    action: { label: 'Проверить настройки', url: linkTo('/api-access#sso') },
    after: [],
  }),
  sso_domain: ({ domain, team, other, other_email, link, days: valid }, { brand, days }) => ({
    subject: `Подтвердите ${domain} для единого входа в ${brand}`,
    lead: [
      `${other} (${other_email}) хочет, чтобы команда «${team}» использовала единый вход (SSO) для всех, у кого адрес в домене ${domain}.`,
      'Подтверждайте, только если вы управляете этим доменом и знаете отправителя: команда будет решать, как входят в неё люди с такими адресами.',
    ],
    action: { label: 'Посмотреть запрос', url: link },
    after: [
      `Срок действия ссылки — ${days(valid)}.`,
      'Если вы не знаете отправителя, не обращайте внимания на это письмо: ничего не изменится.',
    ],
  }),
  sso_full: ({ name, team, accounts }, { brand, linkTo }) => ({
    subject: `Единый вход вашей команды в ${brand} пока не принимает новых людей`,
    name,
    lead: [
      `Сервис входа команды «${team}» создал слишком много аккаунтов за короткое время (всего ${accounts}). Пока новые люди не могут присоединиться этим способом. Участники входят как обычно.`,
      'Если вы добавляете много людей, они смогут присоединиться в течение суток. Если вы их не знаете, проверьте свой сервис входа и отключите единый вход.',
    ],
    action: { label: 'Проверить участников', url: linkTo('/api-access#team') },
    after: [],
  }),
  sso_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
    subject: `Новый участник вашей команды в ${brand}`,
    name,
    lead: [
      `В вашей команде новый участник, он вошёл через единый вход: ${member ? `${member} (${member_email})` : member_email}. Роль: ${role(given)}.`,
    ],
    action: { label: 'Открыть команду', url: linkTo('/api-access#team') },
    after: ['Изменить роль или удалить участника можно в любое время в личном кабинете.'],
  }),
}
