import { XmlDocument } from 'libxml2-wasm'

const NAMESPACES = {
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

const SELLER = '/*/cac:AccountingSupplierParty/cac:Party'
const BUYER = '/*/cac:AccountingCustomerParty/cac:Party'
const SUMS = '/*/cac:LegalMonetaryTotal'
const BREAKDOWN = '/*/cac:TaxTotal/cac:TaxSubtotal'
const LINE = '/*/cac:InvoiceLine|/*/cac:CreditNoteLine'
const line = (path: string) =>
  LINE.split('|')
    .map((one) => `${one}${path}`)
    .join('|')
const TRADE = '/*/rsm:SupplyChainTradeTransaction'
const AGREEMENT = `${TRADE}/ram:ApplicableHeaderTradeAgreement`
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`
const TOTALS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const ITEM = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`
const TAX = `${SETTLEMENT}/ram:ApplicableTradeTax`

/** Where each business term of the standard stands: first in UBL, then in CII. */
const TERMS = {
  BT1: ['/*/cbc:ID', '/*/rsm:ExchangedDocument/ram:ID'],
  BT2: ['/*/cbc:IssueDate', '/*/rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString'],
  BT3: ['/*/cbc:InvoiceTypeCode|/*/cbc:CreditNoteTypeCode', '/*/rsm:ExchangedDocument/ram:TypeCode'],
  BT5: ['/*/cbc:DocumentCurrencyCode', `${SETTLEMENT}/ram:InvoiceCurrencyCode`],
  BT6: ['/*/cbc:TaxCurrencyCode', `${SETTLEMENT}/ram:TaxCurrencyCode`],
  BT7: ['/*/cbc:TaxPointDate', `${TAX}/ram:TaxPointDate/udt:DateString`],
  BT10: ['/*/cbc:BuyerReference', `${AGREEMENT}/ram:BuyerReference`],
  BT13: ['/*/cac:OrderReference/cbc:ID', `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`],
  BT20: ['/*/cac:PaymentTerms/cbc:Note', `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:Description`],
  BT22: ['/*/cbc:Note', '/*/rsm:ExchangedDocument/ram:IncludedNote/ram:Content'],
  BT24: [
    '/*/cbc:CustomizationID',
    '/*/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  ],
  BT25: [
    '/*/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID',
    `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
  ],
  BT27: [`${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`, `${AGREEMENT}/ram:SellerTradeParty/ram:Name`],
  BT30: [
    `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:SpecifiedLegalOrganization/ram:ID`,
  ],
  BT31: [
    `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID`,
  ],
  BT34: [`${SELLER}/cbc:EndpointID`, `${AGREEMENT}/ram:SellerTradeParty/ram:URIUniversalCommunication/ram:URIID`],
  BT37: [
    `${SELLER}/cac:PostalAddress/cbc:CityName`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress/ram:CityName`,
  ],
  BT38: [
    `${SELLER}/cac:PostalAddress/cbc:PostalZone`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress/ram:PostcodeCode`,
  ],
  BT40: [
    `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress/ram:CountryID`,
  ],
  BT41: [`${SELLER}/cac:Contact/cbc:Name`, `${AGREEMENT}/ram:SellerTradeParty/ram:DefinedTradeContact/ram:PersonName`],
  BT42: [
    `${SELLER}/cac:Contact/cbc:Telephone`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber`,
  ],
  BT43: [
    `${SELLER}/cac:Contact/cbc:ElectronicMail`,
    `${AGREEMENT}/ram:SellerTradeParty/ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID`,
  ],
  BT44: [`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`, `${AGREEMENT}/ram:BuyerTradeParty/ram:Name`],
  BT48: [
    `${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`,
    `${AGREEMENT}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID`,
  ],
  BT49: [`${BUYER}/cbc:EndpointID`, `${AGREEMENT}/ram:BuyerTradeParty/ram:URIUniversalCommunication/ram:URIID`],
  BT52: [
    `${BUYER}/cac:PostalAddress/cbc:CityName`,
    `${AGREEMENT}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CityName`,
  ],
  BT53: [
    `${BUYER}/cac:PostalAddress/cbc:PostalZone`,
    `${AGREEMENT}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:PostcodeCode`,
  ],
  BT55: [
    `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
    `${AGREEMENT}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CountryID`,
  ],
  BT81: [
    '/*/cac:PaymentMeans/cbc:PaymentMeansCode',
    `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode`,
  ],
  BT84: [
    '/*/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
    `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:IBANID`,
  ],
  BT106: [`${SUMS}/cbc:LineExtensionAmount`, `${TOTALS}/ram:LineTotalAmount`],
  BT109: [`${SUMS}/cbc:TaxExclusiveAmount`, `${TOTALS}/ram:TaxBasisTotalAmount`],
  BT110: ['/*/cac:TaxTotal[cac:TaxSubtotal]/cbc:TaxAmount', `${TOTALS}/ram:TaxTotalAmount[1]`],
  BT111: ['/*/cac:TaxTotal[not(cac:TaxSubtotal)]/cbc:TaxAmount', `${TOTALS}/ram:TaxTotalAmount[2]`],
  BT112: [`${SUMS}/cbc:TaxInclusiveAmount`, `${TOTALS}/ram:GrandTotalAmount`],
  BT113: [`${SUMS}/cbc:PrepaidAmount`, `${TOTALS}/ram:TotalPrepaidAmount`],
  BT115: [`${SUMS}/cbc:PayableAmount`, `${TOTALS}/ram:DuePayableAmount`],
  BT116: [`${BREAKDOWN}/cbc:TaxableAmount`, `${TAX}/ram:BasisAmount`],
  BT117: [`${BREAKDOWN}/cbc:TaxAmount`, `${TAX}/ram:CalculatedAmount`],
  BT118: [`${BREAKDOWN}/cac:TaxCategory/cbc:ID`, `${TAX}/ram:CategoryCode`],
  BT119: [`${BREAKDOWN}/cac:TaxCategory/cbc:Percent`, `${TAX}/ram:RateApplicablePercent`],
  BT120: [`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReason`, `${TAX}/ram:ExemptionReason`],
  BT121: [`${BREAKDOWN}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, `${TAX}/ram:ExemptionReasonCode`],
  BT126: [line('/cbc:ID'), `${ITEM}/ram:AssociatedDocumentLineDocument/ram:LineID`],
  BT129: [
    line('/cbc:InvoicedQuantity|/*/cac:CreditNoteLine/cbc:CreditedQuantity'),
    `${ITEM}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`,
  ],
  BT131: [
    line('/cbc:LineExtensionAmount'),
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ],
  BT146: [
    line('/cac:Price/cbc:PriceAmount'),
    `${ITEM}/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount`,
  ],
  BT151: [
    line('/cac:Item/cac:ClassifiedTaxCategory/cbc:ID'),
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode`,
  ],
  BT152: [
    line('/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
    `${ITEM}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  ],
  BT153: [line('/cac:Item/cbc:Name'), `${ITEM}/ram:SpecifiedTradeProduct/ram:Name`],
} as const satisfies Record<string, readonly [string, string]>

type Term = keyof typeof TERMS
export type Terms = Record<Term, string>

/** The business terms of an invoice in either form; a day is `20260302` in both. */
export function termsOf(xml: string): Terms {
  const document = XmlDocument.fromString(xml)
  const at = document.root.name === 'CrossIndustryInvoice' ? 1 : 0
  const read = (path: string) => document.get(path, NAMESPACES)?.content ?? ''
  const terms = Object.fromEntries(Object.entries(TERMS).map(([term, paths]) => [term, read(paths[at])])) as Terms
  document.dispose()
  return { ...terms, BT2: terms.BT2.replaceAll('-', ''), BT7: terms.BT7.replaceAll('-', '') }
}

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
