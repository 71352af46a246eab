import type { EInvoice, Party } from './e-invoice.ts'
import { leaf, node, XML_HEAD } from './xml.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const XRECHNUNG = `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The document as UBL 2.1. */
export function writeUbl(invoice: EInvoice): string {
  const { is_credit_note, payment } = invoice
  const root = is_credit_note ? 'CreditNote' : 'Invoice'
  const money = (name: string, amount: string, code = invoice.currency) => leaf(name, amount, { currencyID: code })
  const dates = [
    leaf('cbc:IssueDate', invoice.issued_on),
    ...(is_credit_note ? [leaf('cbc:CreditNoteTypeCode', '381')] : [leaf('cbc:InvoiceTypeCode', '380')]),
    leaf('cbc:Note', invoice.note),
    is_credit_note ? '' : leaf('cbc:TaxPointDate', invoice.paid_on ?? ''),
  ]
  const line = node(`cac:${root}Line`, [
    leaf('cbc:ID', '1'),
    leaf(is_credit_note ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', '1', { unitCode: 'C62' }),
    money('cbc:LineExtensionAmount', invoice.net),
    node('cac:Item', [
      leaf('cbc:Description', invoice.line.login),
      leaf('cbc:Name', invoice.line.name),
      node('cac:ClassifiedTaxCategory', category(invoice, 'on the line')),
    ]),
    node('cac:Price', [money('cbc:PriceAmount', invoice.net)]),
  ])
  return `${XML_HEAD}${node(
    root,
    [
      leaf('cbc:CustomizationID', customizationOf(invoice)),
      leaf('cbc:ProfileID', PROFILE),
      leaf('cbc:ID', invoice.number),
      ...dates,
      leaf('cbc:DocumentCurrencyCode', invoice.currency),
      leaf('cbc:TaxCurrencyCode', invoice.declared?.currency ?? ''),
      leaf('cbc:BuyerReference', invoice.buyer_reference),
      node('cac:OrderReference', [leaf('cbc:ID', invoice.po_number)]),
      node('cac:BillingReference', [
        node('cac:InvoiceDocumentReference', [
          leaf('cbc:ID', invoice.preceding?.number ?? ''),
          leaf('cbc:IssueDate', invoice.preceding?.issued_on ?? ''),
        ]),
      ]),
      node('cac:AccountingSupplierParty', [party(invoice.seller)]),
      node('cac:AccountingCustomerParty', [party(invoice.buyer)]),
      node('cac:Delivery', [leaf('cbc:ActualDeliveryDate', invoice.paid_on ?? '')]),
      node('cac:PaymentMeans', [
        leaf('cbc:PaymentMeansCode', payment.code),
        leaf('cbc:PaymentID', payment.reference),
        node('cac:PayeeFinancialAccount', [
          leaf('cbc:ID', payment.account?.iban.replaceAll(' ', '') ?? ''),
          leaf('cbc:Name', payment.account?.beneficiary ?? ''),
          node('cac:FinancialInstitutionBranch', [leaf('cbc:ID', payment.account?.bic ?? '')]),
        ]),
      ]),
      node('cac:PaymentTerms', [leaf('cbc:Note', payment.terms)]),
      node('cac:TaxTotal', [
        money('cbc:TaxAmount', invoice.tax_amount),
        node('cac:TaxSubtotal', [
          money('cbc:TaxableAmount', invoice.net),
          money('cbc:TaxAmount', invoice.tax_amount),
          node('cac:TaxCategory', category(invoice, 'in the breakdown')),
        ]),
      ]),
      node('cac:TaxTotal', [
        invoice.declared ? money('cbc:TaxAmount', invoice.declared.tax, invoice.declared.currency) : '',
      ]),
      node('cac:LegalMonetaryTotal', [
        money('cbc:LineExtensionAmount', invoice.net),
        money('cbc:TaxExclusiveAmount', invoice.net),
        money('cbc:TaxInclusiveAmount', invoice.gross),
        money('cbc:PrepaidAmount', invoice.prepaid),
        money('cbc:PayableAmount', invoice.payable),
      ]),
      line,
    ],
    {
      xmlns: `${UBL}${root}-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
  )}\n`
}

/** The strictest rules the document fulfils: XRechnung needs a contact and whole addresses, Peppol both electronic addresses. */
function customizationOf({ seller, buyer }: EInvoice): string {
  if (!seller.electronic_address || !buyer.electronic_address) return EN_16931
  const is_whole = [seller, buyer].every(({ city, postal_code }) => city && postal_code)
  return seller.contact && is_whole ? XRECHNUNG : PEPPOL
}

function party(one: Party): string {
  const { electronic_address: address, contact } = one
  return node('cac:Party', [
    address ? leaf('cbc:EndpointID', address.id, { schemeID: address.scheme }) : '',
    node('cac:PartyName', [leaf('cbc:Name', one.name)]),
    node('cac:PostalAddress', [
      leaf('cbc:StreetName', one.street),
      leaf('cbc:AdditionalStreetName', one.more_street),
      leaf('cbc:CityName', one.city),
      leaf('cbc:PostalZone', one.postal_code),
      node('cac:Country', [leaf('cbc:IdentificationCode', one.country)]),
    ]),
    one.vat_id
      ? node('cac:PartyTaxScheme', [leaf('cbc:CompanyID', one.vat_id), node('cac:TaxScheme', [leaf('cbc:ID', 'VAT')])])
      : '',
    node('cac:PartyLegalEntity', [leaf('cbc:RegistrationName', one.name), leaf('cbc:CompanyID', one.registration)]),
    node('cac:Contact', [
      leaf('cbc:Name', contact?.name ?? ''),
      leaf('cbc:Telephone', contact?.phone ?? ''),
      leaf('cbc:ElectronicMail', contact?.email ?? ''),
    ]),
  ])
}

/** Outside the scope of VAT a line has no rate at all; only the breakdown gives the reason. */
function category({ tax }: EInvoice, where: 'on the line' | 'in the breakdown'): string[] {
  const is_line = where === 'on the line'
  return [
    leaf('cbc:ID', tax.category),
    is_line && tax.category === 'O' ? '' : leaf('cbc:Percent', tax.rate),
    is_line ? '' : leaf('cbc:TaxExemptionReasonCode', tax.reason_code),
    is_line ? '' : leaf('cbc:TaxExemptionReason', tax.reason),
    node('cac:TaxScheme', [leaf('cbc:ID', 'VAT')]),
  ]
}
