import type { ClosingMails } from '../mail-template.ts'

export const ruClosing: ClosingMails = {
  account_closing: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Аккаунт в ${brand} закрывается`,
    name,
    lead: [
      `Владелец закрыл аккаунт ${team} в ${brand}. С этого момента вызовы API отклоняются, ничего не продлевается и не списывается.`,
      `Личные данные будут удалены: ${moment(at)}. До этого любой владелец может отменить закрытие одним нажатием. Остаток баланса не выплачивается автоматически: если вы хотите возврат, свяжитесь с нами до этой даты.`,
    ],
    action: { label: 'Отменить закрытие', url: linkTo('/users/profile#close-account') },
    after: ['Если это сделали не вы и не другой владелец, отмените закрытие, задайте новый пароль и свяжитесь с нами.'],
  }),
  account_closes_soon: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Аккаунт в ${brand} скоро будет удалён`,
    name,
    lead: [
      `Аккаунт ${team} в ${brand} закрыт и будет удалён: ${moment(at)}.`,
      'После этого восстановить его нельзя. До этого скачайте свои данные или отмените закрытие в профиле.',
    ],
    action: { label: 'Открыть профиль', url: linkTo('/users/profile#close-account') },
    after: [],
  }),
  account_closed: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Аккаунт в ${brand} закрыт`,
    name,
    lead: [
      `Аккаунт ${team} в ${brand} закрыт: ${moment(at)}. Личные данные удаляются; счета хранятся, как требует закон.`,
      'Спасибо, что работали с нами. Вы можете зарегистрироваться снова в любое время.',
    ],
    action: { label: 'Зарегистрироваться снова', url: linkTo('/register') },
    after: [],
  }),
}
