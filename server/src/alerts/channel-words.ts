import type { Language } from '@portico/contract/language.ts'

const TEXTS: Record<Language, (name: string) => { text: string; action: string }> = {
  en: (name) => ({
    text: `A test message for the channel “${name}”. Alerts about balance, limits, errors and budgets will arrive here.`,
    action: 'Open Settings',
  }),
  de: (name) => ({
    text: `Eine Testnachricht für den Kanal „${name}“. Hier kommen künftig Benachrichtigungen zu Guthaben, Limits, Fehlern und Budgets an.`,
    action: 'Einstellungen öffnen',
  }),
  es: (name) => ({
    text: `Un mensaje de prueba para el canal «${name}». Aquí llegarán las alertas sobre saldo, límites, errores y presupuestos.`,
    action: 'Abrir los ajustes',
  }),
  fr: (name) => ({
    text: `Un message de test pour le canal « ${name} ». Les alertes de solde, de limites, d’erreurs et de budgets arriveront ici.`,
    action: 'Ouvrir les réglages',
  }),
  ru: (name) => ({
    text: `Тестовое сообщение для канала «${name}». Сюда будут приходить оповещения о балансе, лимитах, ошибках и бюджетах.`,
    action: 'Открыть настройки',
  }),
}

export function testText(language: Language, name: string): { text: string; action: string } {
  return TEXTS[language](name)
}
