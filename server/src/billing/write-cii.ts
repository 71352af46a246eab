import type { EInvoice, Party } from './e-invoice.ts'
import type { EmbeddedFile } from './paper.ts'
import { leaf, node, XML_HEAD } from './xml.ts'

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/** The document as UN/CEFACT CII, in the profile EN 16931 of Factur-X and ZUGFeRD. */
export function writeCii(invoice: EInvoice): string {
  return `${XML_HEAD}${node(
    'rsm:CrossIndustryInvoice',
    [
      node('rsm:ExchangedDocumentContext', [
        node('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      node('rsm:ExchangedDocument', [
        leaf('ram:ID', invoice.number),
        leaf('ram:TypeCode', invoice.is_credit_note ? '381' : '380'),
        node('ram:IssueDateTime', [date('udt:DateTimeString', invoice.issued_on)]),
        node('ram:IncludedNote', [leaf('ram:Content', invoice.note)]),
      ]),
      node('rsm:SupplyChainTradeTransaction', [
        line(invoice),
        node('ram:ApplicableHeaderTradeAgreement', [
          leaf('ram:BuyerReference', invoice.buyer_reference),
          node('ram:SellerTradeParty', party(invoice.seller)),
          node('ram:BuyerTradeParty', party(invoice.buyer)),
          node('ram:BuyerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', invoice.po_number)]),
        ]),
        delivery(invoice),
        settlement(invoice),
      ]),
    ],
    NAMESPACES,
  )}\n`
}

function line(invoice: EInvoice): string {
  return node('ram:IncludedSupplyChainTradeLineItem', [
    node('ram:AssociatedDocumentLineDocument', [leaf('ram:LineID', '1')]),
    node('ram:SpecifiedTradeProduct', [
      leaf('ram:Name', invoice.line.name),
      leaf('ram:Description', invoice.line.login),
    ]),
    node('ram:SpecifiedLineTradeAgreement', [
      node('ram:NetPriceProductTradePrice', [leaf('ram:ChargeAmount', invoice.net)]),
    ]),
    node('ram:SpecifiedLineTradeDelivery', [leaf('ram:BilledQuantity', '1', { unitCode: 'C62' })]),
    node('ram:SpecifiedLineTradeSettlement', [
      node('ram:ApplicableTradeTax', [
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', invoice.tax.category),
        invoice.tax.category === 'O' ? '' : leaf('ram:RateApplicablePercent', invoice.tax.rate),
      ]),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', [leaf('ram:LineTotalAmount', invoice.net)]),
    ]),
  ])
}

function party(one: Party): string[] {
  const { electronic_address: address, contact } = one
  return [
    leaf('ram:Name', one.name),
    node('ram:SpecifiedLegalOrganization', [leaf('ram:ID', one.registration)]),
    node('ram:DefinedTradeContact', [
      leaf('ram:PersonName', contact?.name ?? ''),
      node('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', contact?.phone ?? '')]),
      node('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', contact?.email ?? '')]),
    ]),
    node('ram:PostalTradeAddress', [
      leaf('ram:PostcodeCode', one.postal_code),
      leaf('ram:LineOne', one.street),
      leaf('ram:LineTwo', one.more_street),
      leaf('ram:CityName', one.city),
      leaf('ram:CountryID', one.country),
    ]),
    node('ram:URIUniversalCommunication', [address ? leaf('ram:URIID', address.id, { schemeID: address.scheme }) : '']),
    node('ram:SpecifiedTaxRegistration', [leaf('ram:ID', one.vat_id, { schemeID: 'VA' })]),
  ]
}

/** The element is mandatory, even when it is empty. */
function delivery({ paid_on }: EInvoice): string {
  if (!paid_on) return '<ram:ApplicableHeaderTradeDelivery/>'
  return node('ram:ApplicableHeaderTradeDelivery', [
    node('ram:ActualDeliverySupplyChainEvent', [node('ram:OccurrenceDateTime', [date('udt:DateTimeString', paid_on)])]),
  ])
}

function settlement(invoice: EInvoice): string {
  const { payment, tax, declared, preceding } = invoice
  const { account } = payment
  return node('ram:ApplicableHeaderTradeSettlement', [
    leaf('ram:PaymentReference', payment.reference),
    leaf('ram:TaxCurrencyCode', declared?.currency ?? ''),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    node('ram:SpecifiedTradeSettlementPaymentMeans', [
      leaf('ram:TypeCode', payment.code),
      node('ram:PayeePartyCreditorFinancialAccount', [
        leaf('ram:IBANID', account?.iban.replaceAll(' ', '') ?? ''),
        leaf('ram:AccountName', account?.beneficiary ?? ''),
      ]),
      node('ram:PayeeSpecifiedCreditorFinancialInstitution', [leaf('ram:BICID', account?.bic ?? '')]),
    ]),
    node('ram:ApplicableTradeTax', [
      leaf('ram:CalculatedAmount', invoice.tax_amount),
      leaf('ram:TypeCode', 'VAT'),
      leaf('ram:ExemptionReason', tax.reason),
      leaf('ram:BasisAmount', invoice.net),
      leaf('ram:CategoryCode', tax.category),
      leaf('ram:ExemptionReasonCode', tax.reason_code),
      node('ram:TaxPointDate', [invoice.paid_on ? date('udt:DateString', invoice.paid_on) : '']),
      leaf('ram:RateApplicablePercent', tax.rate),
    ]),
    node('ram:SpecifiedTradePaymentTerms', [leaf('ram:Description', payment.terms)]),
    node('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      leaf('ram:LineTotalAmount', invoice.net),
      leaf('ram:TaxBasisTotalAmount', invoice.net),
      leaf('ram:TaxTotalAmount', invoice.tax_amount, { currencyID: invoice.currency }),
      declared ? leaf('ram:TaxTotalAmount', declared.tax, { currencyID: declared.currency }) : '',
      leaf('ram:GrandTotalAmount', invoice.gross),
      leaf('ram:TotalPrepaidAmount', invoice.prepaid),
      leaf('ram:DuePayableAmount', invoice.payable),
    ]),
    node('ram:InvoiceReferencedDocument', [
      leaf('ram:IssuerAssignedID', preceding?.number ?? ''),
      node('ram:FormattedIssueDateTime', [preceding ? date('qdt:DateTimeString', preceding.issued_on) : '']),
    ]),
  ])
}

function date(name: string, day: string): string {
  return leaf(name, day.replaceAll('-', ''), { format: '102' })
}

/** The metadata that Factur-X demands in the PDF: the values, and a description of them for archives. */
const METADATA = `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${[
      ['DocumentFileName', 'name of the embedded XML invoice file'],
      ['DocumentType', 'INVOICE'],
      ['Version', 'The actual version of the Factur-X XML schema'],
      ['ConformanceLevel', 'The conformance level of the embedded Factur-X data'],
    ]
      .map(
        ([name, about]) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
      <pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${about}</pdfaProperty:description>
    </rdf:li>`,
      )
      .join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

export function facturXFile(invoice: EInvoice): EmbeddedFile {
  return { name: 'factur-x.xml', content: writeCii(invoice), description: 'Factur-X / ZUGFeRD', metadata: METADATA }
}
