import type { CompanyLetters } from '../letter.ts'

export const ruCompany: CompanyLetters = {
  ownership_received: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Теперь вы владелец команды в ${brand}`,
    name,
    lead: [
      `${other} (${other_email}) назначает вас владельцем команды «${team}», ${moment(at)}. Теперь вам доступно в этом аккаунте всё, включая платежи и управление другими владельцами.`,
      'Если аккаунт передали вам, прежний владелец всё ещё знает API-пароль его логинов. Создайте новый, как только это позволят ваши программы.',
    ],
    action: { label: 'Открыть страницу команды', url: linkTo('/api-access#team') },
    after: [],
  }),
  ownership_given: ({ name, team, other, other_email, at }, { brand, moment, linkTo }) => ({
    subject: `Вы передали команду в ${brand}`,
    name,
    lead: [
      `Вы назначили владельцем команды «${team}» пользователя ${other} (${other_email}), ${moment(at)}. Теперь вы администратор этой команды.`,
      'Если это были не вы, сразу смените пароль и свяжитесь с нами.',
    ],
    action: { label: 'Открыть страницу команды', url: linkTo('/api-access#team') },
    after: [],
  }),
  new_device: ({ name, device, ip, at, forgot_link }, { brand, moment }) => ({
    subject: `Новый вход в ваш аккаунт ${brand}`,
    name,
    lead: [
      `Кто-то вошёл в ваш аккаунт ${brand} (${moment(at)}) с браузера и адреса, которые мы раньше вместе не видели.`,
      `Браузер: ${device}. Адрес: ${ip}.`,
      'Если это были вы, ничего делать не нужно. Если нет, сразу задайте новый пароль: это завершит все сеансы.',
    ],
    action: { label: 'Задать новый пароль', url: forgot_link },
    after: [],
  }),
  factor_required: ({ name, team, at }, { brand, moment, linkTo }) => ({
    subject: `Ваша команда в ${brand} будет требовать второй фактор`,
    name,
    lead: [
      `С момента ${moment(at)} в команде «${team}» смогут работать только участники с двухфакторной аутентификацией или ключом доступа.`,
      'У вас пока нет ни того, ни другого. Настройте что-то одно в профиле заранее: без этого вы не сможете работать с логинами команды. Вызовов API это не касается.',
    ],
    action: { label: 'Настроить в профиле', url: linkTo('/users/profile#two-factor') },
    after: [],
  }),
  factor_reset: ({ name, at, forgot_link }, { brand, moment }) => ({
    subject: `Двухфакторная аутентификация вашего аккаунта ${brand} сброшена`,
    name,
    lead: [
      `Наша поддержка (${moment(at)}) удалила двухфакторную аутентификацию и все ключи доступа вашего аккаунта ${brand}, так как нам сообщили об их утере. Все сеансы завершены.`,
      'Войдите с паролем и настройте двухфакторную аутентификацию заново.',
      'Если вы об этом не просили, сразу задайте новый пароль и свяжитесь с нами.',
    ],
    action: { label: 'Задать новый пароль', url: forgot_link },
    after: [],
  }),
}
