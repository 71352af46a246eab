export function BillingDetailsTab() {
  return null
}
