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

/** The path of each business term of the standard: first in UBL, then in CII. */
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

export type Term = keyof typeof TERMS
type Terms = Record<Term, string>

/** The business terms of an invoice in either form; a day is `20260302` in both. */
export function termsOf(xml: string): Terms {
  const document = XmlDocument.fromString(xml)
  const at = document.root.name === 'CrossIndustryInvoice' ? 1 : 0
  const read = (path: string) => document.get(path, NAMESPACES)?.content ?? ''
  const terms = Object.fromEntries(Object.entries(TERMS).map(([term, paths]) => [term, read(paths[at])])) as Terms
  document.dispose()
  return { ...terms, BT2: terms.BT2.replaceAll('-', ''), BT7: terms.BT7.replaceAll('-', '') }
}
