/** Who sells under a brand, and what tax is theirs to take. */
export interface Seller {
  name: string
  /** Lines below the name. */
  address: string[]
  /** Null: nobody said where they are, so no tax is taken. */
  country: string | null
  vat_id: string
  /** Such as a company number; printed as it is. */
  registration: string
  /** Before the year in numbers. */
  invoice_prefix: string
  credit_note_prefix: string
  tax_name: string
  /** In hundredths of a percent, by country. */
  rates_bp: Record<string, number>
}

export interface BillingSettings {
  /** The provider's own. */
  seller: Seller
  /** By the host of a white-label. */
  whitelabels: Record<string, Seller>
  /** Between these countries a business owes the tax itself. */
  eu: string[]
  /** Also where no tax is taken; a seller that takes one needs them in any case. */
  details_needed: boolean
  /** PNG or JPEG for documents under the provider's own brand. */
  logo: Buffer | null
}

/** Of PROVIDER_DIR/payments.yaml. */
export interface PaymentSettings {
  presets_micros: number[]
  min_micros: number
  max_micros: number
  dispute_fee_micros: number
  wire: { above_micros: number; account: { beneficiary: string; bank: string; iban: string; bic: string } } | null
}

/** Money of an order that goes back. */
export interface Reversal {
  /** Of the reversal, not of the order. */
  id: string
  kind: 'refund' | 'dispute'
  amount_micros: number
  tax_micros: number
  /** What of the order's amount is paid and was not given back, with this one. */
  left_micros: number
}
