export function BalanceHistoryTab() {
  return null
}
