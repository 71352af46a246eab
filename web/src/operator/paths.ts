export const TODAY = '/operator'
export const CUSTOMERS = '/operator/customers'
export const REQUEST = '/operator/request'
export const MONEY = '/operator/money'
export const BRANDS = '/operator/brands'
export const MAILS = '/operator/mails'
export const SCRIPTS = '/operator/scripts'
export const STAFF = '/operator/staff'
export const TOKENS = '/operator/tokens'
export const AUDIT = '/operator/audit'
export const PASSKEYS = '/operator/passkeys'
export const WEBHOOKS = '/operator/webhooks'
export const APPROVALS = '/operator/approvals'
export const CATALOGUE = '/operator/catalogue'
export const SERVICE = '/operator/service'

export function customerPath(id: number): string {
  return `${CUSTOMERS}/${id}`
}

export function webhookPath(name: string): string {
  return `${WEBHOOKS}/${name}`
}

export function requestPath(id: string): string {
  return `${REQUEST}/${encodeURIComponent(id)}`
}

export function functionPath(id: string): string {
  return `${CATALOGUE}?${new URLSearchParams({ function: id })}`
}

export const UPLOADS = `${CATALOGUE}?show=uploads`

export function uploadPath(id: number): string {
  return `${UPLOADS}&upload=${id}`
}
