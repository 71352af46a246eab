import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** One word for one thing, in each language: a text that uses the English term uses this one. */
const TERMS = {
  de: { passkey: /Passkey/i, 'two-factor': /Zwei-Faktor/i, 'recovery code': /Wiederherstellungscode/i },
  es: {
    passkey: /llaves? de acceso/i,
    'two-factor': /verificación en dos pasos/i,
    'recovery code': /códigos? de recuperación/i,
  },
  fr: {
    passkey: /clés? d’accès/i,
    'two-factor': /double authentification/i,
    'recovery code': /codes? de récupération/i,
  },
  ru: { passkey: /ключ\p{L}* доступа/iu, 'two-factor': /двухфакторн/i, 'recovery code': /восстановлен/i },
}
const OLD_WORDS = {
  es: /login de API|entorno de pruebas|periodo|de máquina|petici|disputa|nota de crédito|el soporte\b/i,
  fr: /(?:identifiants?|mots? de passe) API|informations de facturation|le support\b/i,
  ru: /машинн|учётн\p{L}* запис|эл\. поч|платёжн\p{L}* реквизит|процессор|номер\p{L}* НДС|API-(?:логин|парол)/iu,
}

const textsIn = (file: string): [string, string][] =>
  Object.entries(JSON.parse(readFileSync(new URL(`../../${file}.json`, import.meta.url), 'utf8')))
const textsOf = (language: string) =>
  ['web/i18n', 'server/src/i18n'].flatMap((folder) => textsIn(`${folder}/${language}`))

for (const [language, terms] of Object.entries(TERMS)) {
  test(`${language} has one word for each term`, () => {
    const wrong = textsOf(language).filter(([english, text]) =>
      Object.entries(terms).some(([term, own]) => english.toLowerCase().includes(term) && !own.test(text)),
    )
    expect(wrong).toEqual([])
  })
}

for (const [language, old] of Object.entries(OLD_WORDS)) {
  test(`${language} uses no former word for a term`, () => {
    expect(textsOf(language).filter(([, text]) => old.test(text))).toEqual([])
  })
}

for (const language of ['es', 'fr', 'ru'] as const) {
  test(`the console in ${language} uses no former word for a term`, () => {
    expect(textsIn(`web/i18n/operator/${language}`).filter(([, text]) => OLD_WORDS[language].test(text))).toEqual([])
  })
}
