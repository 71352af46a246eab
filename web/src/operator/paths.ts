export const TODAY = '/operator'
export const CUSTOMERS = '/operator/customers'
export const REQUEST = '/operator/request'
export const TOKENS = '/operator/tokens'
export const WEBHOOKS = '/operator/webhooks'
export const APPROVALS = '/operator/approvals'

export function customerPath(id: number): string {
  return `${CUSTOMERS}/${id}`
}

export function webhookPath(name: string): string {
  return `${WEBHOOKS}/${name}`
}

export function requestPath(id: string): string {
  return `${REQUEST}/${encodeURIComponent(id)}`
}
