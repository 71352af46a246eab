import { type Term, termsOf } from './en16931-terms.ts'

const cents = (amount: string) => Math.round(Number(amount) * 100)
const MANDATORY: [rule: string, term: Term][] = [
  ['BR-01', 'BT24'],
  ['BR-02', 'BT1'],
  ['BR-03', 'BT2'],
  ['BR-04', 'BT3'],
  ['BR-05', 'BT5'],
  ['BR-06', 'BT27'],
  ['BR-07', 'BT44'],
  ['BR-09', 'BT40'],
  ['BR-11', 'BT55'],
  ['BR-12', 'BT106'],
  ['BR-13', 'BT109'],
  ['BR-14', 'BT112'],
  ['BR-15', 'BT115'],
  ['BR-16', 'BT126'],
  ['BR-22', 'BT129'],
  ['BR-24', 'BT131'],
  ['BR-25', 'BT153'],
  ['BR-26', 'BT146'],
  ['BR-45', 'BT116'],
  ['BR-46', 'BT117'],
  ['BR-47', 'BT118'],
  ['BR-49', 'BT81'],
  ['BR-CO-04', 'BT151'],
  ['BR-CO-18', 'BT118'],
]
const XRECHNUNG: [rule: string, term: Term][] = [
  ['BR-DE-1', 'BT81'],
  ['BR-DE-3', 'BT37'],
  ['BR-DE-4', 'BT38'],
  ['BR-DE-5', 'BT41'],
  ['BR-DE-6', 'BT42'],
  ['BR-DE-7', 'BT43'],
  ['BR-DE-8', 'BT52'],
  ['BR-DE-9', 'BT53'],
  ['BR-DE-14', 'BT119'],
  ['BR-DE-15', 'BT10'],
  ['PEPPOL-EN16931-R010', 'BT49'],
  ['PEPPOL-EN16931-R020', 'BT34'],
]

/** The rules of EN 16931 (and of XRechnung, where it claims to be one) that an invoice breaks, by their published names. */
export function brokenRules(xml: string): string[] {
  const t = termsOf(xml)
  const is = (rule: string, holds: boolean) => (holds ? [] : [rule])
  const has = ([rule, term]: [string, Term]) => is(rule, t[term] !== '')
  const amounts = [t.BT106, t.BT109, t.BT110, t.BT112, t.BT113, t.BT115, t.BT116, t.BT117, t.BT131]
  const rate = Number(t.BT119)
  const exempt = t.BT120 !== '' || t.BT121 !== ''
  return [
    ...MANDATORY.flatMap(has),
    ...(t.BT24.includes('xrechnung') ? XRECHNUNG.flatMap(has) : []),
    ...is('BR-48', t.BT119 !== '' || t.BT118 === 'O'),
    ...is('BR-53', t.BT6 === '' || t.BT111 !== ''),
    ...is('PEPPOL-EN16931-R005', t.BT6 !== t.BT5),
    ...is('PEPPOL-EN16931-R008', !/<([\w:]+)[^>]*><\/\1>/.test(xml)),
    ...is('BR-61', !['30', '58'].includes(t.BT81) || t.BT84 !== ''),
    ...is(
      'BR-DEC',
      amounts.every((amount) => /^\d+\.\d\d$/.test(amount)),
    ),
    ...is(
      'BR-CO-09',
      [t.BT31, t.BT48].every((id) => id === '' || /^[A-Z]{2}/.test(id)),
    ),
    ...is('BR-CO-10', cents(t.BT106) === cents(t.BT131)),
    ...is('BR-CO-13', cents(t.BT109) === cents(t.BT106)),
    ...is('BR-CO-14', cents(t.BT110) === cents(t.BT117)),
    ...is('BR-CO-15', cents(t.BT112) === cents(t.BT109) + cents(t.BT110)),
    ...is('BR-CO-16', cents(t.BT115) === cents(t.BT112) - cents(t.BT113)),
    ...is('BR-CO-17', Math.abs(cents(t.BT117) - Math.round((cents(t.BT116) * rate) / 100)) <= 5),
    ...is('BR-CO-25', cents(t.BT115) === 0 || t.BT20 !== ''),
    ...is('BR-CO-26', t.BT30 !== '' || t.BT31 !== ''),
    ...is('PEPPOL-EN16931-R120', cents(t.BT131) === cents(t.BT146) * Number(t.BT129)),
    ...is('category', t.BT118 === t.BT151),
    ...(t.BT118 === 'S'
      ? [...is('BR-S-02', t.BT31 !== ''), ...is('BR-S-05', Number(t.BT152) > 0), ...is('BR-S-10', !exempt)]
      : []),
    ...(t.BT118 === 'Z'
      ? [...is('BR-Z-02', t.BT31 !== ''), ...is('BR-Z-05', t.BT152 === '0'), ...is('BR-Z-10', !exempt)]
      : []),
    ...(t.BT118 === 'AE'
      ? [
          ...is('BR-AE-02', t.BT31 !== '' && t.BT48 !== ''),
          ...is('BR-AE-05', t.BT152 === '0'),
          ...is('BR-AE-09', cents(t.BT117) === 0),
          ...is('BR-AE-10', exempt),
        ]
      : []),
    ...(t.BT118 === 'O'
      ? [
          ...is('BR-O-02', t.BT31 === '' && t.BT48 === ''),
          ...is('BR-O-05', t.BT152 === ''),
          ...is('BR-O-09', cents(t.BT117) === 0),
          ...is('BR-O-10', exempt),
        ]
      : []),
  ]
}
