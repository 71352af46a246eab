export function AutoRechargeCard() {
  return null
}
