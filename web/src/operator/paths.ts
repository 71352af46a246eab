export const TODAY = '/operator'
export const CUSTOMERS = '/operator/customers'
export const REQUEST = '/operator/request'
export const MONEY = '/operator/money'
export const TOKENS = '/operator/tokens'
export const APPROVALS = '/operator/approvals'
export const SERVICE = '/operator/service'

export function customerPath(id: number): string {
  return `${CUSTOMERS}/${id}`
}

export function requestPath(id: string): string {
  return `${REQUEST}/${encodeURIComponent(id)}`
}
