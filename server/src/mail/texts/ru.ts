import type { Texts } from '../mail-template.ts'
import { ruAlerts } from './ru-alerts.ts'
import { ruBilling } from './ru-billing.ts'
import { ruBillingNotes } from './ru-billing-notes.ts'
import { ruClosing } from './ru-closing.ts'
import { ruCompany } from './ru-company.ts'
import { ruSecurity } from './ru-security.ts'
import { ruSso } from './ru-sso.ts'
import { ruStaff } from './ru-staff.ts'
import { ruStatus } from './ru-status.ts'
import { ruSubscriptions } from './ru-subscriptions.ts'

export const ru: Texts = {
  greeting: (name) => (name ? `Здравствуйте, ${name}.` : 'Здравствуйте.'),
  no_button: 'Если кнопка не работает, откройте этот адрес в браузере:',
  reasons: {
    sign_up: (brand, to) => `Вы получили это письмо, потому что адрес ${to} указан при регистрации в ${brand}.`,
    account: (brand, to) => `Вы получили это письмо, потому что адрес ${to} относится к аккаунту в ${brand}.`,
    invitation: (brand, to) => `Вы получили это письмо, потому что кто-то указал адрес ${to} в приглашении в ${brand}.`,
    team: (brand, to) => `Вы получили это письмо, потому что аккаунту ${to} принадлежит команда в ${brand}.`,
    alert: (brand, to) => `Вы получили это письмо, потому что для адреса ${to} включены оповещения в ${brand}.`,
    domain: (brand, to) =>
      `Вы получили это письмо, потому что кто-то хочет подтвердить в ${brand}, что домен адреса ${to} принадлежит ему.`,
    billing: (brand, to) => `Вы получили это письмо, потому что на адрес ${to} приходят счета аккаунта в ${brand}.`,
    status: (brand, to) => `Вы получили это письмо, потому что адрес ${to} указали на странице состояния ${brand}.`,
  },
  questions: 'Вопросы?',
  preferences: 'Настройки рассылок',
  unsubscribe: 'Отписаться',
  colon: ':',
  roles: {
    owner: 'Владелец',
    admin: 'Администратор',
    developer: 'Разработчик',
    finance: 'Финансы',
    viewer: 'Наблюдатель',
  },
  mails: {
    activation: ({ name, code, code_minutes, link, link_hours }, { brand, minutes, hours }) => ({
      subject: `Подтвердите адрес электронной почты для ${brand}`,
      name,
      lead: [
        `Спасибо за регистрацию в ${brand}. Чтобы завершить её, введите этот код на странице регистрации или откройте ссылку ниже.`,
      ],
      code,
      action: { label: 'Подтвердить адрес', url: link },
      after: [
        `Срок действия кода: ${minutes(code_minutes)}, ссылки: ${hours(link_hours)}.`,
        'Если вы не регистрировались, не обращайте внимания на это письмо. Без подтверждения аккаунт не будет открыт.',
      ],
    }),
    confirm_again: ({ name, link, link_hours }, { brand, hours }) => ({
      subject: `Подтвердите адрес электронной почты для ${brand} ещё раз`,
      name,
      lead: [
        `Подтвердите, пожалуйста, что этот адрес по-прежнему ваш: он нужен ${brand} для всего, что касается вашего аккаунта. До этого API отклоняет вызовы; больше ничего не меняется.`,
      ],
      action: { label: 'Подтвердить адрес', url: link },
      after: [
        `Срок действия ссылки: ${hours(link_hours)}.`,
        'Если вы не пользуетесь этим аккаунтом, не обращайте внимания на это письмо.',
      ],
    }),
    already_registered: ({ name, sign_in_link, forgot_link }, { brand }) => ({
      subject: `У вас уже есть аккаунт в ${brand}`,
      name,
      lead: [
        `Кто-то, возможно вы, пытался зарегистрироваться в ${brand} с этим адресом. Он уже относится к вашему аккаунту, поэтому ничего не изменилось. Вы можете просто войти.`,
      ],
      action: { label: 'Войти', url: sign_in_link },
      after: [
        { label: 'Забыли пароль? Задайте новый', url: forgot_link },
        'Если это были не вы, ничего делать не нужно.',
      ],
    }),
    reset: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Новый пароль для ${brand}`,
      name,
      lead: [
        `Мы получили запрос на новый пароль для вашего аккаунта в ${brand}.`,
        `Ссылка одноразовая, срок её действия: ${minutes(valid)}.`,
      ],
      action: { label: 'Задать новый пароль', url: link },
      after: ['Если вы об этом не просили, не обращайте внимания на это письмо. Ваш пароль останется прежним.'],
    }),
    password_changed: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Ваш пароль в ${brand} изменён`,
      name,
      lead: [
        `Пароль вашего аккаунта в ${brand} был изменён ${moment(at)}.`,
        'Если это сделали вы, ничего делать не нужно. Если нет, сразу задайте новый пароль.',
      ],
      action: { label: 'Задать новый пароль', url: forgot_link },
      after: [],
    }),
    invitation: ({ team, inviter, role: given, link, days: valid }, { brand, days, role }) => ({
      subject: `${inviter || brand} приглашает вас в команду в ${brand}`,
      lead: [
        team === inviter
          ? `${inviter || brand} приглашает вас в свою команду в ${brand}. Ваша роль: ${role(given)}.`
          : `${inviter || brand} приглашает вас в команду ${team || brand} в ${brand}. Ваша роль: ${role(given)}.`,
      ],
      action: { label: 'Посмотреть приглашение', url: link },
      after: [
        `Приглашение действует только для этого адреса, срок его действия: ${days(valid)}.`,
        'Если вы не знаете отправителя, не обращайте внимания на это письмо.',
      ],
    }),
    sign_in_link: ({ name, link, minutes: valid }, { brand, minutes }) => ({
      subject: `Ссылка для входа в ${brand}`,
      name,
      lead: [
        `По этой ссылке вы войдёте в ${brand} без пароля.`,
        `Ссылка одноразовая, срок её действия: ${minutes(valid)}.`,
      ],
      action: { label: 'Войти', url: link },
      after: [
        'Никому её не передавайте: тот, кто её откроет, войдёт от вашего имени. Если вы её не запрашивали, не обращайте внимания на это письмо.',
      ],
    }),
    impersonation_notice: ({ name, staff, reason, at }, { brand, moment, support }) => ({
      subject: `Служба поддержки ${brand} открыла ваш аккаунт`,
      name,
      lead: [
        `Сотрудник службы поддержки ${brand}${staff ? ` (${staff})` : ''} открыл ваш аккаунт ${moment(at)}.`,
        `Указанная причина: ${reason || '–'}`,
      ],
      ...(support && { action: { label: 'Написать в поддержку', url: support } }),
      after: [
        'Служба поддержки не может ни увидеть, ни изменить ваш пароль, а этот вход записан в журнал вашего аккаунта.',
        'Если вы этого не ожидали, пожалуйста, напишите в нашу службу поддержки.',
      ],
    }),
    team_joined: ({ name, member, member_email, role: given }, { brand, role, linkTo }) => ({
      subject: `Новый участник вашей команды в ${brand}`,
      name,
      lead: [
        `Приглашение принято, в вашей команде новый участник: ${member ? `${member} (${member_email})` : member_email}. Роль: ${role(given)}.`,
      ],
      action: { label: 'Открыть команду', url: linkTo('/api-access#team') },
      after: ['Изменить роль или удалить участника можно в любое время в личном кабинете.'],
    }),
    credentials_link: ({ name, login, link }, { brand }) => ({
      subject: `Данные доступа к API ${brand}`,
      name,
      lead: [
        `Вы запросили ссылку на данные доступа к API для ${login}. В целях безопасности они показываются только в личном кабинете и никогда не отправляются по почте.`,
      ],
      action: { label: 'Открыть доступ к API', url: link },
      after: ['Если вы этого не запрашивали, просто проигнорируйте это письмо.'],
    }),
    key_expires: ({ name, key, login, at, link }, { brand, moment }) => ({
      subject: `Скоро истечёт срок API-ключа ${brand} «${key}»`,
      name,
      lead: [
        `API-ключ «${key}» логина ${login} перестанет работать ${moment(at)}. После этого программы с этим ключом будут получать отказ.`,
      ],
      action: { label: 'Открыть API-ключи', url: link },
      after: [
        'Продлите срок или создайте новый ключ и укажите его в программе. Если ключ больше не нужен, ничего делать не надо.',
      ],
    }),
    identity_linked: ({ name, provider: linked, at }, { brand, moment, provider, linkTo }) => ({
      subject: `Вход через ${provider(linked)} добавлен к вашему аккаунту в ${brand}`,
      name,
      lead: [
        `${moment(at)} к вашему аккаунту в ${brand} был привязан аккаунт ${provider(linked)}. Теперь вы можете входить с его помощью.`,
      ],
      action: { label: 'Открыть профиль', url: linkTo('/users/profile') },
      after: ['Если это были не вы, удалите привязку в профиле и смените пароль.'],
    }),
    link_first: ({ name, provider: service, sign_in_link, forgot_link }, { brand, provider }) => ({
      subject: `У вас уже есть аккаунт в ${brand}`,
      name,
      lead: [
        `Кто-то, возможно вы, пытался зарегистрироваться в ${brand} через ${provider(service)} с этим адресом. Он уже относится к вашему аккаунту, поэтому ничего не изменилось.`,
        `Чтобы входить через ${provider(service)}, войдите как обычно и привяжите ${provider(service)} в профиле.`,
      ],
      action: { label: 'Войти', url: sign_in_link },
      after: [
        { label: 'Забыли пароль? Задайте новый', url: forgot_link },
        'Если это были не вы, ничего делать не нужно.',
      ],
    }),
    sign_in_stopped: ({ name, at, forgot_link }, { brand, moment }) => ({
      subject: `Слишком много неверных паролей для вашего аккаунта в ${brand}`,
      name,
      lead: [
        `Для вашего аккаунта в ${brand} много раз подряд ввели неверный пароль, последний раз ${moment(at)}. Никто не вошёл.`,
        'В новых браузерах войти с паролем нельзя, пока вы не зададите новый. В браузерах, где вы уже входили, вход работает.',
      ],
      action: { label: 'Задать новый пароль', url: forgot_link },
      after: [],
    }),
    ...ruSecurity,
    ...ruCompany,
    ...ruSso,
    ...ruStatus,
    ...ruStaff,
    ...ruClosing,
    database_updated: ({ name, database, version, link }, { brand }) => ({
      subject: `Новая версия базы данных, купленной в ${brand}`,
      name,
      lead: [
        `Вышла новая версия базы «${database}»: ${version}. Ваша покупка включает обновления, поэтому файлы уже доступны без доплаты.`,
      ],
      action: { label: 'Открыть мои покупки', url: link },
      after: ['Что изменилось, описано на странице базы данных.'],
    }),
    ...ruAlerts,
    ...ruBilling,
    ...ruBillingNotes,
    ...ruSubscriptions,
  },
}
